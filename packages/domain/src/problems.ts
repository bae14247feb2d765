// The names of every mistake a trader can make, shared by the field, the engine and the wire. A
// name is the specification's message key where there is one; protocol/errors.ts gives each its
// code.

export const problemNames = [
  // What the request names.
  'instrumentUnknown',
  'instrumentNotTrading',
  'accountUnknown',
  'positionIdxMismatch',
  // Price and quantity (spec 5).
  'priceRequired',
  'priceNotAllowed',
  'priceInvalid',
  'tickSizeFixNumTips',
  'priceTooLow',
  'priceTooHigh',
  'qtyRequired',
  'qtyInvalid',
  'lotSizeFixNumTips',
  'qtyTooSmall',
  'orderMaxQtyReplace',
  'notionalTooSmall',
  'priceAboveBand',
  'priceBelowBand',
  'priceUnavailable',
  // The account.
  'insufficientBalance',
  'insufficientCoin',
  'reduceOnlyWithoutPosition',
  'riskLimitExceeded',
  'tooManyOrders',
  'amountInvalid',
  // Orders that exist already.
  'orderLinkIdInvalid',
  'orderLinkIdDuplicate',
  'orderNotFound',
  'orderFinal',
  'qtyNotAboveFilled',
  'orderUnchanged',
  // Leverage.
  'leverageOutOfRange',
  'leverageUnchanged',
  'leverageRiskLimit',
  'leverageInsufficientBalance',
  // The venue.
  'commandTooLate',
  'commandRefused',
] as const
export type ProblemName = (typeof problemNames)[number]

/** A trader's mistake as a value: its name, the field at fault, and the figures for its message. */
export type Problem = {
  readonly name: ProblemName
  readonly field?: string
  readonly params?: Readonly<Record<string, string>>
}

/** Makes a problem; figures are texts already in the trader's own units. */
export function problem(
  name: ProblemName,
  field?: string,
  params?: Readonly<Record<string, string>>,
): Problem {
  return {
    name,
    ...(field === undefined ? {} : { field }),
    ...(params === undefined ? {} : { params }),
  }
}
