// English: why a position was liquidated or deleveraged.

export const liquidation = {
  title: 'Liquidation details',
  titleAdl: 'Auto-deleveraging details',
  failed: 'Details failed to load',
  whyIsolated:
    'The mark price ({{mark}}) reached the liquidation price ({{liquidation}}) of your isolated {{symbol}} position.',
  whyNoMargin:
    'The margin of your isolated {{symbol}} position was down to {{left}}; maintenance required {{needed}}.',
  whyCross:
    'Your margin balance ({{balance}}) fell to the maintenance margin ({{maintenance}}) of your cross positions.',
  whyPortfolio:
    'Your margin balance ({{balance}}) fell to the maintenance margin of your portfolio ({{maintenance}}): its positions could lose {{loss}} together in the worst scenario.',
  whyAdl:
    'The insurance fund could not absorb the loss of a liquidated position on the other side. Your {{symbol}} position was number {{rank}} of {{candidates}} in the ADL queue, which ranks by profit and leverage.',
  ordersCanceled: 'Any open orders were cancelled first to free margin.',
  closedInMarket: '{{side}} {{size}} {{symbol}} closed in the market at {{price}}: {{pnl}}',
  whyReduced:
    '{{symbol}} was closed before others: the trade lowered the maintenance margin by {{freed}} and cost {{cost}}, the most for its value of {{candidates}} possible trades.',
  whyReducedWell:
    '{{symbol}} was closed before others: the trade lowered the maintenance margin by {{freed}} and, fees paid, was {{gain}} better than the mark price, the most for its value of {{candidates}} possible trades.',
  closedByFund:
    '{{side}} {{size}} {{symbol}} taken over by the insurance fund at the bankruptcy price of {{price}}: {{pnl}}',
  closedByAdl: '{{side}} {{size}} {{symbol}} closed at {{price}}, no fee charged: {{pnl}}',
  covered: 'The insurance fund covered the remaining {{amount}}.',
  figures: 'Figures at the time',
  walletBalance: 'Wallet balance',
  unrealisedPnl: 'Unrealised P&L',
  optionValue: 'Value of options',
  marginBalance: 'Margin balance',
  maintenanceMargin: 'Maintenance margin',
  initialMargin: 'Initial margin',
  markPrice: 'Mark price',
  liquidationPrice: 'Liq. price',
  bankruptcyPrice: 'Bankruptcy price',
  closePrice: 'Close price',
  size: 'Size',
  entryValue: 'Entry value',
  markValue: 'Value at mark price',
  leverage: 'Leverage',
  positionMargin: 'Position margin',
  extraMargin: 'Added margin',
  maintenanceRate: 'Maintenance margin rate',
  rank: 'Place in the ADL queue',
  candidates: 'Positions in the queue',
  poolBalance: 'Insurance fund balance',
  uncoveredLoss: 'Uncovered loss',
  collateral: 'Collateral',
  loanMargin: 'Margin of loans',
  haircutLoss: 'Haircut of spot orders',
  orderLoss: 'Immediate loss of open orders',
  isolatedMargin: 'Held by isolated positions',
  marginLeft: 'Margin left',
  maintenanceNeeded: 'Required maintenance, without fees',
} as const
