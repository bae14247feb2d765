// Brings the browser's side of the exchange to life: catalogue, session, feed; and hands batches to
// stores.

import { parseTopic } from '@basis/protocol/topics'
import type { Grid } from '../feed/market.ts'
import type { FeedBatch, UserPush } from '../feed/messages.ts'
import { bookStore } from '../stores/book.ts'
import { takeCandles } from '../stores/candles.ts'
import { createCatalogueLoader } from '../stores/catalogue-loading.ts'
import { nameOf, useCatalogue, type Listing } from '../stores/catalogue.ts'
import { refreshConnection, startConnectionClock, useConnection } from '../client/connection.ts'
import { startErrorReactions } from '../client/error-reactions.ts'
import { ask } from '../client/http.ts'
import {
  clearOrders,
  takeFills,
  takeLiquidations,
  takeOrders,
  takeReceipt,
} from '../stores/orders.ts'
import { clearPositions, takePositions } from '../stores/positions.ts'
import { savePreferencesNow } from '../stores/preferences.ts'
import { resyncAccount, startPush, tellAccount, tellGrids } from '../feed/push.ts'
import { endSession, noteBan, oneTimeToken, onLeaving, onTrader } from '../client/session.ts'
import { startSession, useSession } from '../client/session.ts'
import { startSettings, takeTypist } from '../stores/settings.ts'
import { nameSymbolsBy } from '../i18n/i18n.ts'
import { dismissDialogs } from '../shell/dialogs.ts'
import { forgetNotices } from '../shell/notices.ts'
import { pickerStore, tickerStore } from '../stores/tickers.ts'
import { takeTrades, tradeStore } from '../stores/trades.ts'
import { settleOldIntents } from '../actions/unknown-outcome.ts'
import { askVenue, takeVenueNotices } from '../stores/venue.ts'
import { clearWallet, takeWallet } from '../stores/wallet.ts'

/** Starts everything; called once by the page. Returns how to stop. */
export function startExchange(): () => void {
  startSettings()
  nameSymbolsBy(nameOf)
  startErrorReactions({ signOut: endSession, showComplianceWall: noteBan })
  const catalogue = createCatalogueLoader()
  const stops = [
    startConnectionClock(),
    startPush({
      onBatch: (batch) => takeBatch(batch, (symbol) => void catalogue.refresh(symbol)),
      token: oneTimeToken,
      onLoginRefused: () => undefined,
      onForgotten: forgetTopic,
    }),
    useCatalogue.subscribe(({ order }, before) => {
      if (order === before.order) return
      // What the account has in an instrument can be read only on its grid.
      if (tellGrids(order.map(gridOf))) resyncAccount()
    }),
    onTrader((user) => {
      forgetAccount()
      takeTypist(user?.uid)
      // A question about one account's order must not be answered in another's name.
      dismissDialogs()
      if (user !== undefined) settleOldIntents(user.uid)
    }),
    onLeaving(savePreferencesNow),
    followPrivateFeed(),
    followBanned(),
    onReconnect(() => {
      void catalogue.load()
      void askVenue()
    }),
    startSession(),
  ]
  void catalogue.load()
  void askVenue()
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Keeps the account's own stream open while somebody is signed in who may have one, and there is a
 * list of contracts of the exchange's to read it by: built-in ones have other grids.
 */
function followPrivateFeed(): () => void {
  let heard: string | undefined
  const follow = (): void => {
    const { user, isBanned } = useSession.getState()
    const { contracts } = useCatalogue.getState()
    const isReadable = contracts === 'network' || contracts === 'stored'
    const wanted = isReadable && !isBanned ? user?.uid : undefined
    if (wanted === heard) return
    heard = wanted
    tellAccount(false)
    if (wanted !== undefined) tellAccount(true)
  }
  const stops = [useSession.subscribe(follow), useCatalogue.subscribe(follow)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** How often a banned account's state is asked for. */
const LOOK_MS = 15_000

/** A banned account has no stream; what it still holds is asked for now and then. */
function followBanned(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = (): void => {
    const { user, isBanned } = useSession.getState()
    const isLooking = isBanned && user !== undefined
    if (isLooking === (timer !== undefined)) return
    clearInterval(timer)
    timer = isLooking ? setInterval(() => void askForState(), LOOK_MS) : undefined
    if (isLooking) void askForState()
  }
  const stop = useSession.subscribe(follow)
  return () => {
    stop()
    clearInterval(timer)
  }
}

async function askForState(): Promise<void> {
  const uid = useSession.getState().user?.uid
  const [wallet, positions, orders] = await Promise.all([
    ask('wallet', {}),
    ask('positionList', {}),
    ask('openOrders', {}),
  ])
  // Another account may have come in the meantime.
  if (uid !== useSession.getState().user?.uid) return
  if (wallet.ok) takeWallet(wallet.value)
  if (positions.ok) takePositions(positions.value.list, true)
  if (!orders.ok) return
  takeOrders([], true)
  for (const order of orders.value.list) takeReceipt(order)
}

/** Tells when the exchange is heard again after a break: what it announced meanwhile was missed. */
function onReconnect(reader: () => void): () => void {
  let wasOpen = false
  return useConnection.subscribe(({ publicLink }, before) => {
    if (publicLink === before.publicLink || publicLink !== 'open') return
    if (wasOpen) reader()
    wasOpen = true
  })
}

function gridOf({ symbol, instrument }: Listing): Grid {
  return { symbol, tickSizeE8: instrument.tickSizeE8, lotSizeE8: instrument.lotSizeE8 }
}

// What is no longer watched would be shown as if it were new when somebody comes back to it.
function forgetTopic(name: string): void {
  const topic = parseTopic(name)
  if (topic?.kind === 'instrumentInfo') tickerStore.remove(topic.symbol)
  if (topic?.kind === 'orderBook') bookStore.remove(topic.symbol)
  if (topic?.kind === 'trade') tradeStore.remove(topic.symbol)
}

function forgetAccount(): void {
  forgetNotices()
  clearOrders()
  clearPositions()
  clearWallet()
}

/** Takes a batch of the feed into the stores. */
export function takeBatch(batch: FeedBatch, onInstrument: (symbol: string) => void): void {
  const nowMs = Date.now()
  refreshConnection({
    publicLink: batch.publicLink,
    privateLink: batch.privateLink,
    ...(batch.heardPublic ? { publicHeardMs: nowMs } : {}),
    ...(batch.heardPrivate ? { privateHeardMs: nowMs } : {}),
    ...(batch.engineMs > 0 ? { engineMs: batch.engineMs } : {}),
  })
  for (const ticker of batch.tickers) tickerStore.set(ticker.symbol, ticker)
  for (const book of batch.books) bookStore.set(book.symbol, book)
  for (const row of batch.picker) pickerStore.set(row.symbol, row)
  for (const shot of batch.trades) takeTrades(shot)
  for (const shot of batch.candles) takeCandles(shot)
  for (const push of batch.pushes) takePush(push)
  takeVenueNotices(batch.notices, onInstrument)
}

function takePush(push: UserPush): void {
  switch (push.kind) {
    case 'userOrder':
      return takeOrders(push.data, push.isSnapshot)
    case 'userPosition':
      return takePositions(push.data, push.isSnapshot)
    case 'userWallet':
      return takeWallet(push.data)
    case 'userExecution':
      return push.isSnapshot ? undefined : takeFills(push.data)
    case 'userLiquidation':
      return push.isSnapshot ? undefined : takeLiquidations(push.data)
  }
}
