// The journeys that every change must pass: frequent actions, and what only a browser can test.
// Other tests cover parts of the rest; `npm run test:all` runs all of them.

/** The beginnings of their titles, by file of `checks/e2e`. */
export const coreJourneys: Readonly<Record<string, readonly string[]>> = {
  'bots.e2e.ts': ['a spot and a futures grid'],
  'bracket.e2e.ts': ['one gesture on the chart'],
  'chart.e2e.ts': ['the chart opens, is zoomed,'],
  'comeback.e2e.ts': ['the page shows that it is stale'],
  'convert.e2e.ts': ['a coin is converted and back'],
  'copy-trading.e2e.ts': ['a leader is copied'],
  'door.e2e.ts': [
    'the trade page has a strict content security policy',
    'a part of the page that fails to load',
  ],
  'fees.e2e.ts': ['a fee level lowers the fees'],
  'first-trade.e2e.ts': ['from the first price to the closed position'],
  'language.e2e.ts': ['terminal and chart change their language'],
  'layout.e2e.ts': ['a tab that is chosen while the docking library loads'],
  'margin.e2e.ts': ['an isolated hedge'],
  'notices.e2e.ts': ['each event has one notice'],
  'options.e2e.ts': ['a call is bought, held with its greeks'],
  'palette.e2e.ts': ['an order is typed, shown and sent'],
  'phone.e2e.ts': ['a phone shows every panel'],
  'protection.e2e.ts': ['a position is protected'],
  'reliability.e2e.ts': ['lost answers, repeated clicks'],
  'spot-margin.e2e.ts': ['an order borrows what it lacks'],
  'spread.e2e.ts': ['an order of a '],
  'trading-lines.e2e.ts': ['an order is moved and cancelled by its line'],
  'two-traders.e2e.ts': ['two accounts trade with each other'],
  'validation.e2e.ts': ['the fields of the ticket name'],
  'wallets.e2e.ts': ['transfers, a sub-account and statements'],
}

/** The `--grep` pattern of Playwright that selects them. */
export const coreJourneysGrep = (): string =>
  Object.values(coreJourneys).flat().map(RegExp.escape).join('|')

/** Their files; without them Playwright would load those of all journeys. */
export const coreJourneyFiles = (): readonly string[] =>
  Object.keys(coreJourneys).map((file) => `checks/e2e/${file}`)
