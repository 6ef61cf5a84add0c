import { Heading } from '../../components/router';
import { WORDS } from '../words/everywhere';

export const KeyPage = () => <Heading title={WORDS.site} />;
