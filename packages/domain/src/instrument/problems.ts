// Names of every mistake in an order or a setting, shared by field, engine and wire: the
// specification's message keys where it has one. protocol/errors/problems.ts describes each.

export const problemNames = [
  // What the request names.
  'instrumentUnknown',
  'instrumentNotTrading',
  'buyBanned',
  'sellBanned',
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
  // Market orders with a slippage limit, symbols that only reduce, reversals (8.3, 6.4).
  'slippageTooLow',
  'slippageTooHigh',
  'slippageMarketOnly',
  'slippageWithTrigger',
  'symbolReduceOnly',
  'reverseNotFillable',
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
  'leverageSidesDiffer',
  'leverageWouldLiquidate',
  // Margin mode and the margin of isolated positions.
  'marginModeUnchanged',
  'marginWithoutPosition',
  'crossHasNoPositionMargin',
  'replenishmentNeedsIsolated',
  'addMarginInsufficient',
  'marginRemovalTooLarge',
  'changeWouldLiquidate',
  // Position mode (rules 6.1).
  'positionModeUnchanged',
  'hedgeUnsupported',
  'optionUnsupported',
  'positionBlocksModeSwitch',
  'ordersBlockModeSwitch',
  // Delivery (rules 11.1).
  'preDeliveryReduceOnly',
  // TP/SL (spec 5; rules 8.5).
  'takeProfitOver',
  'tpLimitPriceEmpty',
  'slLimitPriceEmpty',
  'slTips1',
  'priceErrorTickTip',
  'qtyErrorTickTip',
  'tpSlQtyOver',
  'tpPriceTooLow',
  'tpPriceTooHigh',
  'tpPosPriceTooLow',
  'tpPosPriceTooHigh',
  'slPriceTooLow',
  'slPriceTooHigh',
  'slPosPriceTooLow',
  'slPosPriceTooHigh',
  'buySlPriceUpLiqPrice',
  'sellSlPriceUpLiqPrice',
  'tpslQtyTooSmall',
  'tpslSizesDiffer',
  'tpslFullMarketOnly',
  'tpslOnReduceOnly',
  'tooManyPartialTpsl',
  // Triggers and trailing stops (rules 8.3, 8.6).
  'triggerAboveRequired',
  'triggerBelowRequired',
  'trailingOutOfRange',
  'tooManyStopOrders',
  'tpslWithoutPosition',
  'triggerNotAllowed',
  // Plans of spot orders (rules 8.7).
  'planFieldMissing',
  'planFieldNotAllowed',
  'trailingNotInProfit',
  'tooManySpotTpsl',
  // MMR close orders (rules 8.8).
  'mmrCloseNeedsCross',
  'mmrCloseExists',
  'mmrCloseRateOutOfRange',
  'mmrCloseWouldRaise',
  // Algorithmic orders (rules 8.9).
  'algoIntervalInvalid',
  'algoDurationInvalid',
  'algoChildCountInvalid',
  'algoQtyTooSmall',
  'algoChildTooLarge',
  'algoPriceRangeInvalid',
  'algoSharesInvalid',
  'algoParticipationInvalid',
  'tooManyAlgoOrders',
  'algoNotPausable',
  'ruleInvalid',
  'ruleOutOfRange',
  'ruleIntervalInvalid',
  'ruleExpiryInvalid',
  'tooManyRules',
  // Alerts (rules 13).
  'alertSymbolsInvalid',
  'alertFigureMissing',
  'alertLevelInvalid',
  'alertLevelOutOfRange',
  'alertCoolDownInvalid',
  'alertExpiryInvalid',
  'alertNoteTooLong',
  'alertNotFound',
  'tooManyAlerts',
  // Copy trading (rules 16).
  'copyBalanceInsufficient',
  'copyTransferFailed',
  'copyBlacklisted',
  'copyAccountBanned',
  'copyLiquidating',
  'copyReconciling',
  'copyAmountTooSmall',
  'copyFollowEnded',
  'copySettingInvalid',
  'copySettingOutOfRange',
  'copyLeaderUnknown',
  'copyLeaderClosed',
  'copyLeaderExists',
  'copyLeaderNameInvalid',
  'copyShareOutOfRange',
  'copyOwnLeader',
  'copyFollowExists',
  'copyTooManyLeaders',
  'copyLeaderFull',
  'copyFollowUnknown',
  'copyPositionsOpen',
  'copySymbolUnsupported',
  'copyCloseOnly',
  'copyWalletLimited',
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
