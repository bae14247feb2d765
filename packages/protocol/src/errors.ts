// The error catalogue: every code with its name, the terminal's reaction and its message key, and
// the code of each problem and server failure (spec 8; domain.md Appendix B).

import type { ProblemName } from '@basis/domain/instrument/problems'

/**
 * What the terminal does about a code; web/exchange/error-reactions.ts is an exhaustive switch over
 * these.
 */
export const reactions = [
  'toast',
  'throttledToast',
  'silent',
  'signOut',
  'complianceWall',
  'insufficientBalance',
  'maxLeverage',
  'triggerBasis',
  'plainText',
  'codeAndMessage',
  'splitOrderFailed',
  'custom',
  'logOnly',
] as const
export type Reaction = (typeof reactions)[number]

export type CatalogueEntry = {
  readonly code: number
  readonly name: string
  readonly reaction: Reaction
  readonly messageKey: string
}

/** A family of codes that are treated alike (copy trading, grid bots). */
export type CodeFamily = {
  readonly from: number
  readonly to: number
  readonly name: string
  readonly reaction: Reaction
}

const entry = (code: number, name: string, reaction: Reaction = 'toast'): CatalogueEntry => ({
  code,
  name,
  reaction,
  messageKey: `errors.${name}`,
})

/** What can go wrong at the doors before the exchange is asked, or with the exchange itself. */
const failureCodes = {
  requestInvalid: 10001,
  commandTooLate: 10002,
  originRefused: 10005,
  rateLimited: 10006,
  notSignedIn: 10007,
  tokenMismatch: 10009,
  complianceWall: 10024,
  pathUnknown: 10404,
  methodNotAllowed: 10405,
  bodyTooLarge: 10413,
  mediaTypeUnsupported: 10415,
  serverFailed: 10500,
  serverBusy: 10503,
  historyUnavailable: 10504,
  outcomeUnknown: 10505,
  userNameTaken: 10601,
  credentialsWrong: 10602,
  signInTooOften: 10603,
  demoFundsLimit: 10604,
} as const
export type FailureName = keyof typeof failureCodes
export const failureCodeOf: Readonly<Record<FailureName, number>> = failureCodes

/** The code of each problem of domain/instrument/problems.ts; 1102xx are this venue's own. */
export const codeOf: Readonly<Record<ProblemName, number>> = {
  orderNotFound: 110001,
  priceAboveBand: 110003,
  priceBelowBand: 110003,
  insufficientBalance: 110007,
  orderFinal: 110008,
  leverageRiskLimit: 110013,
  reduceOnlyWithoutPosition: 110017,
  tooManyOrders: 110020,
  symbolReduceOnly: 110023,
  leverageUnchanged: 110043,
  leverageInsufficientBalance: 110044,
  orderLinkIdDuplicate: 110072,
  instrumentNotTrading: 110074,
  leverageOutOfRange: 110086,
  riskLimitExceeded: 110090,
  notionalTooSmall: 110094,
  insufficientCoin: 170131,
  commandTooLate: failureCodes.commandTooLate,
  instrumentUnknown: 110201,
  accountUnknown: 110202,
  positionIdxMismatch: 110203,
  priceRequired: 110204,
  priceNotAllowed: 110205,
  priceInvalid: 110206,
  tickSizeFixNumTips: 110207,
  priceTooLow: 110208,
  priceTooHigh: 110209,
  qtyRequired: 110210,
  qtyInvalid: 110211,
  lotSizeFixNumTips: 110212,
  qtyTooSmall: 110213,
  orderMaxQtyReplace: 110214,
  priceUnavailable: 110215,
  amountInvalid: 110216,
  qtyNotAboveFilled: 110217,
  orderUnchanged: 110218,
  commandRefused: 110219,
  orderLinkIdInvalid: 110220,
  positionBlocksModeSwitch: 110024,
  positionModeUnchanged: 110025,
  ordersBlockModeSwitch: 110028,
  hedgeUnsupported: 110029,
  leverageInPortfolioMargin: 110038,
  preDeliveryReduceOnly: 110042,
  leverageWouldLiquidate: 110046,
  tpslQtyTooSmall: 110058,
  tooManyPartialTpsl: 110061,
  triggerAboveRequired: 110092,
  triggerBelowRequired: 110093,
  takeProfitOver: 110240,
  tpLimitPriceEmpty: 110241,
  slLimitPriceEmpty: 110242,
  slTips1: 110243,
  priceErrorTickTip: 110244,
  qtyErrorTickTip: 110245,
  tpSlQtyOver: 110246,
  tpPriceTooLow: 110247,
  tpPriceTooHigh: 110248,
  tpPosPriceTooLow: 110249,
  tpPosPriceTooHigh: 110250,
  slPriceTooLow: 110251,
  slPriceTooHigh: 110252,
  slPosPriceTooLow: 110253,
  slPosPriceTooHigh: 110254,
  buySlPriceUpLiqPrice: 110255,
  sellSlPriceUpLiqPrice: 110256,
  tpslSizesDiffer: 110257,
  tpslFullMarketOnly: 110258,
  tpslOnReduceOnly: 110259,
  trailingOutOfRange: 110260,
  tooManyStopOrders: 110009,
  tpslWithoutPosition: 110262,
  triggerNotAllowed: 110263,
  leverageSidesDiffer: 110261,
  changeWouldLiquidate: 110011,
  addMarginInsufficient: 110014,
  crossHasNoPositionMargin: 110015,
  replenishmentNeedsIsolated: 110076,
  marginRemovalTooLarge: 110078,
  slippageTooLow: 110108,
  slippageTooHigh: 110109,
  slippageMarketOnly: 110280,
  reverseNotFillable: 110281,
  marginModeUnchanged: 110230,
  marginWithoutPosition: 110231,
  mmrCloseNeedsCross: 110265,
  mmrCloseExists: 110266,
  mmrCloseRateOutOfRange: 110267,
  mmrCloseWouldRaise: 110268,
  algoIntervalInvalid: 110270,
  algoDurationInvalid: 110271,
  algoChildCountInvalid: 110272,
  algoQtyTooSmall: 110273,
  algoChildTooLarge: 110274,
  algoPriceRangeInvalid: 110275,
  algoSharesInvalid: 110276,
  tooManyAlgoOrders: 110277,
}

/** A split order of which a part could not be placed; the answer comes with it (spec 8). */
export const splitOrderFailedCode = 39303

const special: readonly CatalogueEntry[] = [
  entry(failureCodes.notSignedIn, 'notSignedIn', 'signOut'),
  entry(failureCodes.tokenMismatch, 'tokenMismatch', 'signOut'),
  entry(33003, 'sessionExpired', 'signOut'),
  entry(failureCodes.complianceWall, 'complianceWall', 'complianceWall'),
  entry(failureCodes.rateLimited, 'rateLimited', 'throttledToast'),
  entry(9000000, 'unknownError'),
  entry(9000001, 'requestTimedOut'),
  entry(30099, 'silent30099', 'silent'),
  entry(30177, 'silent30177', 'silent'),
  entry(splitOrderFailedCode, 'splitOrderFailed', 'splitOrderFailed'),
  entry(30164, 'custom30164', 'custom'),
  entry(30175, 'custom30175', 'custom'),
  entry(30187, 'custom30187', 'custom'),
  entry(30185, 'custom30185', 'custom'),
  entry(10042, 'custom10042', 'custom'),
  entry(10043, 'custom10043', 'custom'),
  entry(10047, 'custom10047', 'custom'),
  entry(10048, 'custom10048', 'custom'),
  entry(30162, 'maxLeverage', 'maxLeverage'),
  entry(30031, 'insufficientBalanceSpecial', 'insufficientBalance'),
  entry(30027, 'triggerBasis30027', 'triggerBasis'),
  entry(30028, 'triggerBasis30028', 'triggerBasis'),
  entry(30029, 'triggerBasis30029', 'triggerBasis'),
  entry(30030, 'triggerBasis30030', 'triggerBasis'),
  entry(30074, 'triggerBasis30074', 'triggerBasis'),
  entry(30075, 'triggerBasis30075', 'triggerBasis'),
  entry(12107, 'plainText', 'plainText'),
  entry(12054, 'copyTrade12054', 'codeAndMessage'),
]

/** The spot list's own codes (spec 8): only logged. */
export const spotListCodes = {
  retryFailed: 11511501,
  retryMaximum: 11511502,
  cachedListUsed: 11511503,
  builtInListUsed: 11511504,
  codeFailed: 11511505,
  allOrV3Failed: 11511506,
  mergeFailed: 11511507,
  cdnFailed: 11511508,
  v3Failed: 11511509,
  fallBackToV2: 11511510,
  v2Failed: 11511511,
} as const

/**
 * Refusals of risk (domain.md Appendix B) whose rules come with later issues, and two of the
 * present.
 */
const risk: readonly CatalogueEntry[] = [
  entry(110003, 'priceOutsideBand'),
  entry(110009, 'tooManyStopOrders'),
  entry(110011, 'changeWouldLiquidate'),
  entry(110012, 'availableMarginInsufficient'),
  entry(110014, 'addMarginInsufficient'),
  entry(110015, 'crossHasNoPositionMargin'),
  entry(110021, 'openInterestCap'),
  entry(110023, 'symbolReduceOnly'),
  entry(110024, 'positionBlocksModeSwitch'),
  entry(110025, 'positionModeUnchanged'),
  entry(110028, 'ordersBlockModeSwitch'),
  entry(110029, 'hedgeUnsupported'),
  entry(110038, 'leverageInPortfolioMargin'),
  entry(110040, 'orderWouldLiquidate'),
  entry(110042, 'preDeliveryReduceOnly'),
  entry(110046, 'leverageWouldLiquidate'),
  entry(110058, 'tpslQtyTooSmall'),
  entry(110061, 'tooManyPartialTpsl'),
  entry(110076, 'replenishmentNeedsIsolated'),
  entry(110078, 'marginRemovalTooLarge'),
  entry(110089, 'riskLimitOrLeverageExceeded'),
  entry(110092, 'triggerAboveRequired'),
  entry(110093, 'triggerBelowRequired'),
  entry(110108, 'slippageTooLow'),
  entry(110109, 'slippageTooHigh'),
]

export const families: readonly CodeFamily[] = [
  { from: 39401, to: 39440, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 12001, to: 12009, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 90015, to: 90067, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 400, to: 503, name: 'gridBot', reaction: 'codeAndMessage' },
]

/** The catalogue, ascending by code; each code once. */
export const catalogue: readonly CatalogueEntry[] = makeCatalogue()

function makeCatalogue(): readonly CatalogueEntry[] {
  const byCode = new Map<number, CatalogueEntry>()
  const add = (made: CatalogueEntry): void => {
    if (!byCode.has(made.code)) byCode.set(made.code, made)
  }
  for (const made of [...special, ...risk]) add(made)
  for (const [name, code] of Object.entries(failureCodes)) add(entry(code, name))
  for (const [name, code] of Object.entries(codeOf)) add(entry(code, name))
  for (const [name, code] of Object.entries(spotListCodes)) add(entry(code, name, 'logOnly'))
  return [...byCode.values()].toSorted((a, b) => a.code - b.code)
}

const entryOf = new Map(catalogue.map((made) => [made.code, made]))

/**
 * Returns what is known of a code; families answer for their members, the rest is a plain toast.
 */
export function catalogueEntry(code: number): CatalogueEntry {
  const known = entryOf.get(code)
  if (known !== undefined) return known
  const family = families.find(({ from, to }) => code >= from && code <= to)
  if (family !== undefined) return entry(code, `${family.name}${code}`, family.reaction)
  return { code, name: 'unknownError', reaction: 'toast', messageKey: 'errors.unknownError' }
}
