// English: the dialog that converts one coin into another.

export const convert = {
  from: 'From',
  to: 'To',
  amount: 'Amount',
  swap: 'Swap the two coins',
  submit: 'Convert',
  available: 'Available',
  receive: 'You receive, after fees',
  repays: '{{amount}} {{coin}} of it repays your loan',
  rate: 'Rate, fees included',
  rateOf: '1 {{from}} = {{rate}} {{to}}',
  slippage: 'Slippage limit',
  percent: '{{percent}} %',
} as const
