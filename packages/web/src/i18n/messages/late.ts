// Messages in English of pages, dialogs and panels that are loaded once they are wanted.

import { assets, invite, poster } from './en/pages/trade/account-later.ts'
import { ladder } from './en/pages/trade/ladder.ts'
import { apiDocs, apiKeys } from './en/pages/api-keys.ts'
import { errors } from './en/errors.ts'
import { explain } from './en/pages/explain.ts'
import { help } from './en/pages/help.ts'
import { instrument } from './en/pages/instrument.ts'
import { sounds } from './en/pages/sounds.ts'
import { spread } from './en/pages/spread.ts'
import { convert } from './en/pages/convert.ts'
import { bots } from './en/pages/bots.ts'
import { copy } from './en/pages/copy.ts'
import { fees } from './en/pages/fees.ts'
import { stress } from './en/pages/stress.ts'
import { loans } from './en/pages/loans.ts'
import { plans } from './en/pages/plans.ts'
import { options } from './en/pages/options.ts'
import { portfolio } from './en/pages/portfolio.ts'
import { liquidation } from './en/liquidation.ts'
import { wallets } from './en/pages/wallets.ts'
import { hotkeys, palette, panic } from './en/palette.ts'
import { history } from './en/history.ts'
import { leverage } from './en/leverage.ts'
import { margin } from './en/margin.ts'
import { markets } from './en/pages/markets.ts'
import { orders } from './en/orders.ts'
import { positions } from './en/positions.ts'
import { screens } from './en/pages/screens.ts'
import { alerts } from './en/pages/alerts.ts'
import { strategies } from './en/strategies.ts'
import { cluster, notices } from './en/notices.ts'
import { msg } from './en/msg.ts'
import { signIn } from './en/sign-in.ts'
import { ticketLater } from './en/pages/trade/ticket-later.ts'
import { tpsl } from './en/tpsl.ts'
import { accountMenu, visitor } from './en/visitor.ts'

export const lateTexts = {
  apiDocs,
  cluster,
  apiKeys,
  assets,
  bots,
  convert,
  copy,
  errors,
  explain,
  fees,
  help,
  hotkeys,
  instrument,
  invite,
  ladder,
  liquidation,
  loans,
  stress,
  options,
  palette,
  panic,
  plans,
  portfolio,
  poster,
  signIn,
  sounds,
  spread,
  wallets,
  history,
  leverage,
  margin,
  markets,
  orders,
  positions,
  screens,
  alerts,
  strategies,
  notices,
  msg,
  account: accountMenu,
  ticket: ticketLater,
  tpsl,
  visitor,
} as const
