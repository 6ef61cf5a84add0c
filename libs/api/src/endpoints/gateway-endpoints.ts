/** All endpoints of the gateway, in the order of its documents. */
import type { EndpointTerms } from './endpoint';
import { accounts } from './gateway/accounts';
import { builderAdmin } from './gateway/builder-admin';
import { caseAdmin } from './gateway/case-admin';
import { cases } from './gateway/cases';
import { exchange } from './gateway/exchange';
import { exchangeAdmin } from './gateway/exchange-admin';
import { funding } from './gateway/funding';
import { fundingAdmin } from './gateway/funding-admin';
import { marketAdmin } from './gateway/market-admin';
import { marketData } from './gateway/market-data';
import { operatorAdmin } from './gateway/operators';
import { operatorLists } from './gateway/operator-lists';
import { series, seriesAdmin } from './gateway/series';
import { streams } from './gateway/streams';
import { trading } from './gateway/trading';
import { treasury } from './gateway/treasury';

const PUBLIC = [marketData, series, cases, trading, accounts, funding, streams, exchange];
/** Only on gateways that know an operator's key. */
const ADMINISTRATION = [
  marketAdmin,
  caseAdmin,
  seriesAdmin,
  exchangeAdmin,
  builderAdmin,
  fundingAdmin,
  treasury,
  operatorLists,
  operatorAdmin,
];

export const gatewayEndpoints = ({
  hasAdmin,
}: {
  readonly hasAdmin: boolean;
}): readonly EndpointTerms[] =>
  [...PUBLIC, ...(hasAdmin ? ADMINISTRATION : [])].flatMap((group) => Object.values(group));
