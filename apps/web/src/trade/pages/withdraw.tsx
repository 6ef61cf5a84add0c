import { Heading } from '../../components/router';
import { WORDS } from '../words';

export const WithdrawPage = () => <Heading title={WORDS.site} />;
