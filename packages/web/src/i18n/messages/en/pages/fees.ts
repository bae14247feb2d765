// English: the page of fees, and what the ticket says of them.

export const fees = {
  schedule: 'Fee schedule',
  scheduleHelp:
    'Your level follows what you have traded in 30 days: today and the 29 days before it, UTC. Either volume is enough. A new level counts from the next fill.',
  asListed:
    'VIP 0 pays what each symbol is listed with; these are the usual rates. A symbol that is listed with less is always charged as listed. Delivery has a fee of its own.',
  level: 'Level',
  spot: 'Spot',
  derivatives: 'Derivatives',
  volumeThenRates: 'Volume from (USD) · taker / maker',
  from: 'From {{volume}}',
  anyVolume: 'Any volume',
  rates: '{{taker}} / {{maker}}',
  yours: 'Your level',
  granted: '{{level}} was given by the exchange; more volume can raise it.',
  volume: '30-day volume',
  yourRates: 'Your rates (taker / maker)',
  listedAs: 'As listed, usually {{rates}}',
  toNext: '{{volume}} USD to {{level}}',
  highest: 'There is no higher level.',
} as const
