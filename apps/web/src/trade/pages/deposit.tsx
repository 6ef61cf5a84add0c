import { Heading } from '../../components/router';
import { WORDS } from '../words/everywhere';

export const DepositPage = () => <Heading title={WORDS.site} />;
