import { Heading } from '../../components/router';
import { WORDS } from '../words';

export const DepositPage = () => <Heading title={WORDS.site} />;
