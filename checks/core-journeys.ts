// The journeys that every change must pass, one of each ability; `npm run test:all` has them all.

/** The beginnings of their titles, by file of `checks/e2e`. */
export const coreJourneys: Readonly<Record<string, readonly string[]>> = {
  'accounts.e2e.ts': ['a banned account is led out', 'contracts trade while spot lists hang'],
  'alerts.e2e.ts': ['alerts are the account’s'],
  'api-keys.e2e.ts': ['a key signs in the console'],
  'bots.e2e.ts': ['a spot and a futures grid'],
  'bracket.e2e.ts': ['one gesture on the chart'],
  'chart.e2e.ts': ['open, zoom, search a symbol'],
  'comeback.e2e.ts': ['the page goes stale'],
  'convert.e2e.ts': ['a coin is converted and back'],
  'copy-trading.e2e.ts': ['a leader is copied'],
  'door.e2e.ts': ['the trade page comes under', 'a part of the page that fails to load'],
  'explain.e2e.ts': ['a refusal, a stop and a closing'],
  'fees.e2e.ts': ['a level lowers what fills pay'],
  'first-trade.e2e.ts': ['from the first price to the closed position'],
  'instrument.e2e.ts': ['an instrument’s page says'],
  'invite.e2e.ts': ['a poster has the figures of its row'],
  'keyboard.e2e.ts': ['an order is written, sent and cancelled'],
  'ladder.e2e.ts': ['orders are placed, moved and cancelled'],
  'language.e2e.ts': ['terminal and chart change their language'],
  'layout.e2e.ts': ['a tab that is chosen while the docking library arrives'],
  'margin.e2e.ts': ['an isolated hedge'],
  'markets.e2e.ts': ['markets are cards'],
  'notices.e2e.ts': ['tell what happened, once'],
  'options.e2e.ts': ['a call is bought, held with its greeks'],
  'palette.e2e.ts': ['an order is typed, shown and sent'],
  'phone.e2e.ts': ['a phone shows every panel'],
  'portfolio-margin.e2e.ts': ['an account is margined as a portfolio'],
  'protection.e2e.ts': ['a position is protected'],
  'reliability.e2e.ts': ['lost answers, odd words'],
  'rules.e2e.ts': ['a rule made on the page'],
  'spot-margin.e2e.ts': ['an order borrows what it lacks'],
  'spot-plans.e2e.ts': ['each kind on each side'],
  'spread.e2e.ts': ['an order of a '],
  'strategies.e2e.ts': ['algorithmic orders are started'],
  'trading-lines.e2e.ts': ['an order is moved and cancelled by its line'],
  'two-traders.e2e.ts': ['two accounts trade with each other'],
  'validation.e2e.ts': ['the fields of the ticket say'],
  'wallets.e2e.ts': ['transfers, a sub-account and statements'],
}

/** What Playwright’s `--grep` finds them by. */
export const coreJourneysGrep = (): string =>
  Object.values(coreJourneys).flat().map(RegExp.escape).join('|')
