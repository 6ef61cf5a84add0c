import { Heading } from '../../components/router';
import { WORDS } from '../words/everywhere';

export const WithdrawPage = () => <Heading title={WORDS.site} />;
