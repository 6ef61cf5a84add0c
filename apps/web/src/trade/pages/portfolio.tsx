import { Heading } from '../../components/router';
import { WORDS } from '../words';

export const PortfolioPage = () => <Heading title={WORDS.site} />;
