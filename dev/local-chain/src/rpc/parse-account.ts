import { getAddressDecoder } from '@solana/kit';
import type { Address, EncodedAccount } from '@solana/kit';
import { TOKEN_PROGRAM } from '../chain/program-addresses';
import { mintOf, tokenAccountOf } from '../chain/token-account';
import type { TokenAccount } from '../chain/token-account';
import { tokenAmount } from '../chain/token-balances';

const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';
const LOOKUP_TABLE_HEADER_BYTES = 56;

/** `jsonParsed` data of mints, token accounts and lookup tables; `undefined` for all else, which stays base64. */
export function parsedAccountData(
  account: EncodedAccount,
  read: (address: Address) => EncodedAccount | null,
): unknown {
  const space = account.data.length;
  if (account.programAddress === LOOKUP_TABLE_PROGRAM && space >= LOOKUP_TABLE_HEADER_BYTES) {
    return { program: 'address-lookup-table', parsed: lookupTable(account), space };
  }
  const program = account.programAddress === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022';
  const mint = mintOf(account);
  if (mint !== undefined) {
    const info = { ...mint, supply: mint.supply.toString() };
    return { program, parsed: { type: 'mint', info }, space };
  }
  const token = tokenAccountOf(account);
  const tokenMint = token === undefined ? null : read(token.mint);
  const decimals = tokenMint === null ? undefined : mintOf(tokenMint)?.decimals;
  if (token === undefined || decimals === undefined) return undefined;
  return { program, parsed: { type: 'account', info: tokenInfo(token, decimals) }, space };
}

function tokenInfo(token: TokenAccount, decimals: number): unknown {
  return {
    mint: token.mint,
    owner: token.owner,
    state: token.state,
    isNative: token.nativeReserveLamports !== null,
    tokenAmount: tokenAmount(token.amount, decimals),
    ...(token.nativeReserveLamports === null
      ? {}
      : { rentExemptReserve: tokenAmount(token.nativeReserveLamports, decimals) }),
    ...(token.delegate === null
      ? {}
      : {
          delegate: token.delegate,
          delegatedAmount: tokenAmount(token.delegatedAmount, decimals),
        }),
    ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
  };
}

function lookupTable(account: EncodedAccount): unknown {
  const data = account.data as Uint8Array;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const addressAt = (offset: number) =>
    getAddressDecoder().decode(data.subarray(offset, offset + 32));
  const addresses: Address[] = [];
  for (let at = LOOKUP_TABLE_HEADER_BYTES; at + 32 <= data.length; at += 32) {
    addresses.push(addressAt(at));
  }
  return {
    type: 'lookupTable',
    info: {
      deactivationSlot: view.getBigUint64(4, true).toString(),
      lastExtendedSlot: view.getBigUint64(12, true).toString(),
      lastExtendedSlotStartIndex: data[20],
      ...(data[21] === 1 ? { authority: addressAt(22) } : {}),
      addresses,
    },
  };
}
