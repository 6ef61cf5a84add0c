import { Heading } from '../../components/router';
import { WORDS } from '../words/everywhere';

export const PortfolioPage = () => <Heading title={WORDS.site} />;
