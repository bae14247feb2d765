// Market types and contract types of the instruments (spec 2, 3, 9).

export const contractTypes = [
  'LinearPerpetual',
  'LinearFutures',
  'UsdcPerpetual',
  'UsdcFutures',
  'InversePerpetual',
  'InverseFutures',
] as const
/** The contract types of the instrument list; options are requested by chain (rules 9). */
export type ListedContractType = (typeof contractTypes)[number]
export type ContractType = ListedContractType | 'Option'

/** The categories that a history is requested by: one contract type, or spot. */
export const historyFamilies = [...contractTypes, 'Option', 'Spot'] as const
export type HistoryFamily = (typeof historyFamilies)[number]

/** The market types in sort order, from spot (highest) to carry trade (lowest) (spec 9). */
export const marketTypes = [
  'Spot',
  'SpotMargin',
  'UsdtPerpetual',
  'UsdtFutures',
  'UsdcPerpetual',
  'UsdcFutures',
  'InversePerpetual',
  'InverseFutures',
  'Option',
  'UsdtOption',
  'FutureSpread',
  'PerpBasis',
  'FundingRateArb',
  'CarryTrade',
] as const
export type MarketType = (typeof marketTypes)[number]

/** The business tag in the query of every contract call (spec 7). */
export const businessTags = ['usdt', 'usdc', 'inverse'] as const
export type BusinessTag = (typeof businessTags)[number]

const tagOf: Record<ContractType, BusinessTag> = {
  LinearPerpetual: 'usdt',
  LinearFutures: 'usdt',
  UsdcPerpetual: 'usdc',
  UsdcFutures: 'usdc',
  InversePerpetual: 'inverse',
  InverseFutures: 'inverse',
  Option: 'usdc',
}
const marketOf: Record<ContractType, MarketType> = {
  LinearPerpetual: 'UsdtPerpetual',
  LinearFutures: 'UsdtFutures',
  UsdcPerpetual: 'UsdcPerpetual',
  UsdcFutures: 'UsdcFutures',
  InversePerpetual: 'InversePerpetual',
  InverseFutures: 'InverseFutures',
  Option: 'Option',
}

/** An option's tag and market type follow its settle coin, USDC by default. */
export const businessTagOf = (contract: ContractType, settleCoin = 'USDC'): BusinessTag =>
  contract === 'Option' && settleCoin === 'USDT' ? 'usdt' : tagOf[contract]
export const marketTypeOf = (contract: ContractType, settleCoin = 'USDC'): MarketType =>
  contract === 'Option' && settleCoin === 'USDT' ? 'UsdtOption' : marketOf[contract]

/** Returns the market types of a family; options have one per settle coin. */
export function marketTypesOf(family: HistoryFamily): readonly MarketType[] {
  if (family === 'Spot') return ['Spot', 'SpotMargin']
  return family === 'Option' ? ['Option', 'UsdtOption'] : [marketOf[family]]
}

export const isPerpetual = (contract: ContractType): boolean => contract.endsWith('Perpetual')
