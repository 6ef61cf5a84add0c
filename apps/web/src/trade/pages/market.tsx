import { Heading } from '../../components/router';

export const MarketPage = ({ id }: { id: string }) => <Heading title={id} />;
