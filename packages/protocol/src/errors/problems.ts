// The code and the English sentence of each problem, for clients without the terminal. The names
// are in domain/instrument/problems.ts; the HTTP status is 200.

import type { ProblemName } from '@basis/domain/instrument/problems'

type Description = {
  /** The code that other venues use, if there is one; 1102xx are our own. */
  readonly code: number
  /** The rule that the field breaks, with its number. `{name}` is a figure of the problem. */
  readonly words: string
  /** The subject of the sentence if the problem names no field; may be empty. */
  readonly subject?: string
}

export const problemTable: Readonly<Record<ProblemName, Description>> = {
  // The instrument or account of the request.
  instrumentUnknown: { code: 110201, words: 'is not listed on this exchange' },
  instrumentNotTrading: { code: 110074, words: 'is not open for trading ({status})' },
  auctionLimitOnly: {
    code: 110311,
    words: 'must be a plain limit order, good till cancelled: the call auction takes no other',
  },
  buyBanned: { code: 110309, words: 'must be Sell: {symbol} cannot be bought here' },
  sellBanned: { code: 110310, words: 'must be Buy: {symbol} cannot be sold here' },
  accountUnknown: { code: 110202, words: 'does not exist', subject: 'the account' },
  positionIdxMismatch: {
    code: 110203,
    words: 'must match the position mode: 0 in one-way mode, 1 or 2 in hedge mode',
  },
  // Price and quantity (spec 5).
  priceRequired: { code: 110204, words: 'is required for a limit order' },
  priceNotAllowed: { code: 110205, words: 'must be omitted for a market order' },
  priceInvalid: { code: 110206, words: 'must be a decimal number' },
  tickSizeFixNumTips: { code: 110207, words: 'must be a multiple of {step}' },
  priceTooLow: { code: 110208, words: 'must be at least {min}' },
  priceTooHigh: { code: 110209, words: 'must be at most {max}' },
  qtyRequired: { code: 110210, words: 'must be above 0' },
  qtyInvalid: { code: 110211, words: 'must be a decimal number' },
  lotSizeFixNumTips: { code: 110212, words: 'must be a multiple of {step}' },
  qtyTooSmall: { code: 110213, words: 'must be at least {min} {coin}' },
  orderMaxQtyReplace: { code: 110214, words: 'must be at most {qty} {coin}' },
  notionalTooSmall: {
    code: 110094,
    words: 'times price must be at least {min} {coin}, the minimum order value',
  },
  priceAboveBand: {
    code: 110003,
    words: 'of a buy order must not exceed {max}, the current price limit',
  },
  priceBelowBand: {
    code: 110003,
    words: 'of a sell order must not be below {min}, the current price limit',
  },
  priceUnavailable: { code: 110215, words: 'has no current price' },
  // The account.
  insufficientBalance: {
    code: 110007,
    words: 'requires {needed} {coin}, only {available} {coin} available',
  },
  insufficientCoin: {
    code: 170131,
    words: 'requires {needed} {coin}, only {available} {coin} available',
  },
  reduceOnlyWithoutPosition: { code: 110017, words: 'requires a position to reduce' },
  riskLimitExceeded: {
    code: 110090,
    words:
      'would bring position and orders to {value} {coin}; the limit at {leverage}x is {max} {coin}',
  },
  tooManyOrders: { code: 110020, words: 'has reached the limit of {max} active orders in {scope}' },
  // Slippage limits of market orders, reduce-only symbols, reversals (8.3, 6.4).
  slippageTooLow: { code: 110108, words: 'must be between {min} and {max}' },
  slippageTooHigh: { code: 110109, words: 'must be between {min} and {max}' },
  slippageMarketOnly: { code: 110320, words: 'applies to market orders only' },
  slippageWithTrigger: {
    code: 110322,
    words: 'must be omitted with triggerPrice: a conditional order has no slippage limit',
  },
  symbolReduceOnly: { code: 110023, words: 'currently accepts reduce-only orders only' },
  reverseNotFillable: {
    code: 110281,
    words: 'only {fillable} of {qty} {coin} can be filled within the limits now; nothing was done',
  },
  batchNotFillable: {
    code: 110350,
    words: 'only {fillable} of {qty} {coin} of {symbol} can be filled now; nothing was done',
    subject: '',
  },
  amountInvalid: { code: 110216, words: 'must be a positive amount, and the only size given' },
  // Existing orders.
  orderLinkIdInvalid: { code: 110220, words: 'must be 1 to 45 letters, digits, "-" or "_"' },
  orderLinkIdDuplicate: {
    code: 110072,
    words: 'was already used for another order of this account',
  },
  orderNotFound: { code: 110001, words: 'matches no open order of this account' },
  orderFinal: { code: 110008, words: 'refers to an order that is already final ({status})' },
  qtyNotAboveFilled: { code: 110064, words: 'must exceed the filled quantity, {filled}' },
  orderUnchanged: {
    code: 110218,
    words: 'qty and price: at least one must differ from the current order',
    subject: '',
  },
  // Leverage.
  leverageOutOfRange: { code: 110086, words: 'must be between {min} and {max}' },
  leverageUnchanged: { code: 110043, words: 'is already set to this value' },
  leverageRiskLimit: {
    code: 110013,
    words: 'is too high: position and orders exceed the limit of {max} {coin}',
  },
  leverageInsufficientBalance: {
    code: 110044,
    words: 'requires {needed} {coin} of margin, only {available} {coin} available',
  },
  leverageSidesDiffer: {
    code: 110261,
    words: 'must be the same for long and short, except in isolated hedge mode',
  },
  leverageWouldLiquidate: {
    code: 110046,
    words: 'would move the liquidation price to {liquidation}, past the mark price',
  },
  // Margin mode and the margin of isolated positions.
  marginModeUnchanged: { code: 110230, words: 'is already set to this value' },
  marginWithoutPosition: { code: 110231, words: 'requires an open position' },
  crossHasNoPositionMargin: {
    code: 110015,
    words: 'can be adjusted for isolated positions only; this one is cross',
  },
  replenishmentNeedsIsolated: {
    code: 110076,
    words: 'is available for isolated positions only; this one is cross',
  },
  addMarginInsufficient: {
    code: 110014,
    words: 'requires {needed} {coin}, only {available} {coin} available',
  },
  marginRemovalTooLarge: { code: 110078, words: 'exceeds the {max} {coin} that can be removed' },
  changeWouldLiquidate: { code: 110011, words: 'would liquidate the position immediately' },
  // Position mode (rules 6.1).
  positionModeUnchanged: { code: 110025, words: 'is already set to this value' },
  hedgeUnsupported: {
    code: 110029,
    words: 'does not apply here: hedge mode is for USDT perpetuals only',
  },
  // Options (rules 9.1).
  optionUnsupported: {
    code: 110096,
    words:
      'does not take this: options have limit and market orders, full market TP/SL and cross margin',
  },
  mmpOptionsOnly: { code: 110351, words: 'is for orders of options' },
  mmpNotSet: { code: 110065, words: 'needs market-maker protection set for {coin} options' },
  mmpFrozen: {
    code: 110352,
    words: 'orders of {coin} options are refused: market-maker protection was triggered',
  },
  mmpInvalid: { code: 110353, words: 'must be at least {min}' },
  mmpTimeOutOfRange: { code: 110354, words: 'must be between {min} and {max} ms' },
  positionBlocksModeSwitch: { code: 110024, words: 'cannot be changed while a position is open' },
  ordersBlockModeSwitch: {
    code: 110028,
    words: 'cannot be changed while orders that depend on it are open',
  },
  // Delivery (rules 11.1).
  preDeliveryReduceOnly: {
    code: 110042,
    words: 'is about to be delivered and accepts reduce-only orders only',
  },
  // TP/SL (spec 5; rules 8.5).
  takeProfitOver: { code: 110240, words: 'must be above 0' },
  tpLimitPriceEmpty: {
    code: 110241,
    words: 'is required for a limit take-profit, together with takeProfit',
  },
  slLimitPriceEmpty: {
    code: 110242,
    words: 'is required for a limit stop-loss, together with stopLoss',
  },
  slTips1: { code: 110243, words: 'is required for a partial TP/SL ({orderType})' },
  priceErrorTickTip: { code: 110244, words: 'must be a multiple of {step}' },
  qtyErrorTickTip: { code: 110245, words: 'must be a multiple of {step}' },
  tpSlQtyOver: { code: 110246, words: 'must be at most {max}' },
  tpPriceTooLow: { code: 110247, words: 'must not be below the order price, {price}' },
  tpPriceTooHigh: { code: 110248, words: 'must not be above the order price, {price}' },
  tpPosPriceTooLow: { code: 110249, words: 'must not be below the last price, {price}' },
  tpPosPriceTooHigh: { code: 110250, words: 'must not be above the last price, {price}' },
  slPriceTooLow: { code: 110251, words: 'must not be below the order price, {price}' },
  slPriceTooHigh: { code: 110252, words: 'must not be above the order price, {price}' },
  slPosPriceTooLow: { code: 110253, words: 'must not be below the last price, {price}' },
  slPosPriceTooHigh: { code: 110254, words: 'must not be above the last price, {price}' },
  buySlPriceUpLiqPrice: {
    code: 110255,
    words: 'of a long must be above its liquidation price, {liquidation}',
  },
  sellSlPriceUpLiqPrice: {
    code: 110256,
    words: 'of a short must be below its liquidation price, {liquidation}',
  },
  tpslQtyTooSmall: {
    code: 110058,
    words: 'must be at most {free}, the part of the position not covered by other entries',
  },
  tpslSizesDiffer: { code: 110257, words: 'must be the same for take-profit and stop-loss' },
  tpslFullMarketOnly: {
    code: 110258,
    words: 'must be Market: TP/SL on the entire position takes no limit price',
  },
  tpslOnReduceOnly: { code: 110259, words: 'cannot be attached to a reduce-only order' },
  tooManyPartialTpsl: { code: 110061, words: 'has reached the limit of {max} partial entries' },
  // Triggers and trailing stops (rules 8.3, 8.6).
  triggerAboveRequired: { code: 110092, words: 'must be above {price} to trigger on a rise' },
  triggerBelowRequired: { code: 110093, words: 'must be below {price} to trigger on a fall' },
  trailingOutOfRange: { code: 110260, words: 'must be between {min} and {max}' },
  tooManyStopOrders: { code: 110009, words: 'has reached the limit of {max} conditional orders' },
  tpslWithoutPosition: { code: 110262, words: 'has no open position' },
  triggerNotAllowed: { code: 110263, words: 'is not allowed for this order' },
  // Spot plan orders (rules 8.7).
  planFieldMissing: { code: 110280, words: 'is required for {plan}' },
  planFieldNotAllowed: { code: 110321, words: 'has no place in {plan}' },
  trailingNotInProfit: {
    code: 110282,
    words: 'must lie so far in profit that the trailing distance from it stays beyond {price}',
  },
  tooManySpotTpsl: { code: 110323, words: 'has reached the limit of {max} TP/SL and OCO orders' },
  // MMR close orders (rules 8.8).
  mmrCloseNeedsCross: { code: 110265, words: 'requires cross margin' },
  mmrCloseExists: { code: 110266, words: 'already has an MMR close order' },
  mmrCloseRateOutOfRange: { code: 110267, words: 'must be above {min}% and at most {max}%' },
  mmrCloseWouldRaise: {
    code: 110268,
    words: 'is a hedge: closing it would increase the maintenance margin rate',
  },
  // Algorithmic orders (rules 8.9).
  algoIntervalInvalid: { code: 110270, words: 'must be one of {allowed} seconds' },
  algoDurationInvalid: { code: 110271, words: 'must be between {min} and {max} seconds' },
  algoChildCountInvalid: { code: 110272, words: 'must be between {min} and {max}' },
  algoQtyTooSmall: { code: 110273, words: 'must be at least {min} {coin} for {children} orders' },
  algoChildTooLarge: { code: 110274, words: 'would make each order larger than {max} {coin}' },
  algoPriceRangeInvalid: { code: 110275, words: 'must leave at least one tick between two orders' },
  algoSharesInvalid: {
    code: 110276,
    words: 'must list one share between 0.01 and 100 per order, adding up to 100',
  },
  algoParticipationInvalid: { code: 110278, words: 'must be between {min}% and {max}%' },
  ruleInvalid: { code: 110290, words: 'is not possible in a rule' },
  ruleOutOfRange: { code: 110292, words: 'must be between {min} and {max}' },
  ruleIntervalInvalid: { code: 110293, words: 'must be one of {allowed} minutes' },
  ruleExpiryInvalid: { code: 110294, words: 'must be later than now and within {days} days' },
  tooManyRules: { code: 110291, words: 'has reached the limit of {max} running rules' },
  algoNotPausable: { code: 110279, words: 'is placed at once and cannot be paused' },
  tooManyAlgoOrders: {
    code: 110277,
    words: 'has reached the limit of {max} running strategy orders',
  },
  // Alerts (rules 13).
  alertSymbolsInvalid: { code: 110300, words: 'must name at least one market, and at most {max}' },
  alertFigureMissing: { code: 110301, words: 'does not exist for {symbol}' },
  alertLevelInvalid: { code: 110302, words: 'must be a decimal number of at most {max} decimals' },
  alertLevelOutOfRange: { code: 110303, words: 'must be between {min} and {max}' },
  alertCoolDownInvalid: { code: 110304, words: 'must be between {min} and {max} seconds' },
  alertExpiryInvalid: { code: 110305, words: 'must be later than now and within {days} days' },
  alertNoteTooLong: { code: 110306, words: 'must have at most {max} characters' },
  alertNotFound: { code: 110307, words: 'matches no alert of this account' },
  tooManyAlerts: {
    code: 110308,
    words: 'has reached the limit of {max} alerts; remove one first',
    subject: 'the account',
  },
  // Copy trading (rules 16), with the specification's codes.
  copyBalanceInsufficient: {
    code: 12001,
    words: 'exceeds the wallet balance: {available} USDT can be moved',
  },
  copyTransferFailed: {
    code: 12002,
    words: 'was not transferred: {available} USDT can leave the copy wallet now',
  },
  copyBlacklisted: { code: 12003, words: 'has blocked this account' },
  copyAccountBanned: { code: 12004, words: 'is banned from trading' },
  copyLiquidating: {
    code: 12005,
    words: 'is below its maintenance margin: liquidation is in progress',
    subject: 'the copy wallet',
  },
  copyReconciling: {
    code: 12006,
    words: 'is being closed and settled',
    subject: 'the copy wallet',
  },
  copyAmountTooSmall: { code: 12007, words: 'must be at least {min} USDT' },
  copyFollowEnded: { code: 12054, words: 'no longer copies anybody', subject: 'the copy wallet' },
  copySettingInvalid: { code: 39401, words: 'is not possible for copy trading' },
  copySettingOutOfRange: { code: 39402, words: 'must be between {min} and {max}' },
  copyLeaderUnknown: { code: 39403, words: 'matches no leader' },
  copyLeaderClosed: { code: 39404, words: 'no longer leads' },
  copyLeaderExists: { code: 39405, words: 'leads already' },
  copyLeaderNameInvalid: {
    code: 39406,
    words: 'must be 2 to 24 letters, digits, blanks, ".", "-" or "_"',
  },
  copyLeaderNameTaken: { code: 39414, words: 'is the name of another leader' },
  copyShareOutOfRange: { code: 39407, words: 'must be between {min}% and {max}%' },
  copyOwnLeader: { code: 39408, words: 'is this account itself' },
  copyFollowExists: { code: 39409, words: 'is being copied already' },
  copyTooManyLeaders: {
    code: 39410,
    words: 'has reached the limit of {max} leaders',
    subject: 'the account',
  },
  copyLeaderFull: { code: 39411, words: 'has reached the limit of {max} followers' },
  copyFollowUnknown: { code: 39412, words: 'matches no copy wallet of this account' },
  copyPositionsOpen: {
    code: 39413,
    words: 'still has positions or orders; close them first',
    subject: 'the copy wallet',
  },
  copySymbolUnsupported: {
    code: 90015,
    words: 'cannot be copied: copy trading is for USDT perpetuals',
  },
  copyCloseOnly: { code: 90016, words: 'must be true: a copied position can only be closed' },
  copyWalletLimited: {
    code: 90017,
    words: 'does not apply to a copy wallet',
    subject: 'the request',
  },
  // Spot margin (rules 12); 176xxx as at other venues.
  spotMarginOff: { code: 176015, words: 'needs spot margin, which is off for this account' },
  spotMarginPlainOnly: {
    code: 176016,
    words: 'is only for plain spot orders: without trigger, plan, take-profit or stop-loss',
  },
  spotMarginIsolated: {
    code: 176017,
    words: 'is not possible together with isolated margin',
    subject: 'spot margin',
  },
  spotMarginInUse: {
    code: 176018,
    words: 'cannot be switched off while there are loans or margin orders',
    subject: 'spot margin',
  },
  collateralAlwaysOn: { code: 176022, words: 'names {coin}, which always is collateral' },
  collateralNeeded: {
    code: 176023,
    words: 'names {coin}, without which {available} USD would carry a margin of {needed} USD',
  },
  collateralOwed: {
    code: 176024,
    words: 'names {coin}, of which there are loans or margin orders',
  },
  coinNotCollateral: {
    code: 176025,
    words: 'needs {coin}, which this account has switched off as collateral',
  },
  coinUnknown: { code: 176026, words: 'names {coin}, which is no coin here' },
  spotLeverageOutOfRange: { code: 176021, words: 'must be whole, from {min} to {max}' },
  coinNotLent: { code: 176003, words: 'names {coin}, which is not lent here' },
  borrowLimitExceeded: {
    code: 176002,
    words: 'would borrow {needed} {coin}, the limit is {limit} {coin}',
  },
  lendingPoolShort: {
    code: 176004,
    words: 'would borrow {needed} {coin} more, the pool has {available} {coin}',
  },
  borrowMarginShort: {
    code: 176005,
    words:
      'would use {rate}% of the margin balance, at {leverage}x no more than {max}% may be used',
  },
  borrowAmountInvalid: { code: 176006, words: 'must be above 0' },
  nothingToRepay: { code: 176007, words: 'names {coin}, of which nothing is owed' },
  repayBalanceShort: {
    code: 176008,
    words: 'requires {needed} {coin}, only {available} {coin} of its own are free',
  },
  repayConversionTooLarge: {
    code: 176009,
    words: 'is worth {value} USD, at most {max} USD may be converted at once',
  },
  // Portfolio margin (rules 10).
  accountModeUnchanged: {
    code: 110340,
    words: 'is the margin mode of the account already',
  },
  accountModeMargin: {
    code: 110341,
    words: 'would need an initial margin of {needed} USD, the account has {available} USD for it',
  },
  portfolioNeedsEquity: {
    code: 110342,
    words: 'needs an equity of {min} USD, the account has {equity} USD',
    subject: 'portfolio margin',
  },
  portfolioNeedsOneWay: {
    code: 110343,
    words: 'needs one-way mode for all symbols: some are in hedge mode',
    subject: 'portfolio margin',
  },
  portfolioNeedsCross: {
    code: 110344,
    words: 'needs all contracts in cross margin: some are isolated',
    subject: 'portfolio margin',
  },
  portfolioUnpriced: {
    code: 110345,
    words: 'has no volatility yet, without which portfolio margin cannot be computed',
    subject: 'the option',
  },
  portfolioHasNoLeverage: {
    code: 110346,
    words: 'does not apply in portfolio margin, where no contract has a leverage',
  },
  portfolioHasNoMarginMode: {
    code: 110347,
    words: 'does not apply in portfolio margin, where all contracts share one margin',
  },
  portfolioHasNoHedge: {
    code: 110348,
    words: 'is not possible in portfolio margin: contracts are held one way',
  },
  spotHedgingNeedsPortfolio: {
    code: 110349,
    words: 'is only possible in portfolio margin',
  },
  // Grid bots (rules 17; spec 8: 400 to 503).
  gridTermsInvalid: { code: 400, words: 'is not possible for a grid' },
  gridRangeInvalid: { code: 401, words: 'must be above the lower price' },
  gridStepTooSmall: { code: 402, words: 'are too many: two levels lie less than one tick apart' },
  gridOutOfRange: { code: 403, words: 'must be between {min} and {max}' },
  gridUnknown: { code: 404, words: 'matches no bot of this account' },
  gridProfitTooSmall: { code: 405, words: 'are too many: the fees exceed what one cell brings' },
  gridSymbolUnsupported: {
    code: 406,
    words: 'has no grids of this mode: bots trade spot pairs and USDT perpetuals',
  },
  gridStopInvalid: {
    code: 407,
    words: 'must lie beyond the range and the price, on the side of its profit or loss',
  },
  gridInvestmentTooSmall: { code: 408, words: 'must be at least {min} {coin}' },
  gridBalanceInsufficient: { code: 409, words: 'exceeds the {available} {coin} available' },
  gridTooManyBots: {
    code: 410,
    words: 'has {max} bots running, the most that are allowed',
    subject: 'the account',
  },
  gridSymbolDuplicate: { code: 411, words: 'has a running futures grid of this account already' },
  gridInvestmentTooLarge: {
    code: 412,
    words: 'must be at most {max} {coin}, the most that can be invested now',
  },
  gridClosed: { code: 413, words: 'has ended', subject: 'the bot' },
  gridTransferring: {
    code: 414,
    words: 'is closing, and its funds are on the way back; try again soon',
    subject: 'the bot',
  },
  gridAccountBanned: {
    code: 415,
    words: 'is banned from trading: {reason}',
    subject: 'the account',
  },
  gridAccountUpgrading: {
    code: 416,
    words: 'is being upgraded; try again soon',
    subject: 'the account',
  },
  gridInvestmentLimit: {
    code: 420,
    words: 'exceeds the investment limit of {limit} {coin} for all bots of an account',
  },
  gridWalletLimited: {
    code: 421,
    words: 'does not apply to a bot, which trades by itself',
    subject: 'the command',
  },
  gridFailed: { code: 500, words: 'failed; nothing was changed', subject: 'the bot' },
  // DCA and rebalancing bots (rules 21, 22).
  botPairUnsupported: {
    code: 424,
    words: 'must be spot pairs of one quote coin',
  },
  botWeightsInvalid: {
    code: 425,
    words: 'must be whole hundredths of at least 1 %, each coin once, up to 100 %',
  },
  botTriggerMissing: { code: 426, words: 'or an interval is required' },
  botInvestmentUneven: {
    code: 427,
    words: 'must be a multiple of {step} {coin}, the amount of a purchase',
  },
  gridTimeout: {
    code: 503,
    words: 'did not answer in time; look whether the change was made before asking again',
    subject: 'the bot',
  },
  // Transfers and sub-accounts (rules 23).
  transferForeign: { code: 131_201, words: 'is no wallet of this account or its sub-accounts' },
  transferRepeated: { code: 131_214, words: 'was used by a transfer before' },
  transferSame: { code: 131_202, words: 'is the wallet that the money comes from' },
  transferInsufficient: { code: 131_212, words: 'exceeds the {available} {coin} that may leave' },
  subAccountOfSub: { code: 131_220, words: 'is a sub-account and has none of its own' },
  subAccountsTooMany: {
    code: 131_221,
    words: 'has {max} sub-accounts, the most that are allowed',
  },
  // Combinations (rules 20).
  spreadNeedsCross: { code: 110330, words: 'is traded in cross margin only: a leg is isolated' },
  spreadNeedsOneWay: { code: 110331, words: 'is traded in one-way mode only: a leg is hedged' },
  // The exchange.
  commandTooLate: {
    code: 10002,
    words: 'waited too long and was not carried out',
    subject: 'the request',
  },
  commandRefused: { code: 110219, words: 'was rejected by the exchange', subject: 'the request' },
}
