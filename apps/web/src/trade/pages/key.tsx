import { Heading } from '../../components/router';
import { WORDS } from '../words';

export const KeyPage = () => <Heading title={WORDS.site} />;
