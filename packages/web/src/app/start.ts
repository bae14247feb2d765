// The start of the connection to the exchange: catalogue, session, feed; it passes batches to the
// stores.

import { parseTopic } from '@basis/protocol/topics/topic'
import type { Grid } from '../feed/market.ts'
import type { FeedBatch, UserPush } from '../feed/messages.ts'
import { applyAlerts, clearAlerts } from '../stores/alerts.ts'
import { bookStore } from '../stores/book.ts'
import { applyCandles } from '../stores/candles.ts'
import { createCatalogueLoader } from '../stores/catalogue-loading.ts'
import { nameOf, useCatalogue, type Listing } from '../stores/catalogue.ts'
import { refreshConnection, startConnectionClock } from '../client/connection.ts'
import { serverNowMs, useConnection } from '../client/connection.ts'
import { loadAllCalls } from '../client/call-table.ts'
import { startErrorReactions } from '../client/error-reactions.ts'
import { ask } from '../client/http.ts'
import {
  clearOrders,
  applyFills,
  applyLiquidations,
  applyOrders,
  applyReceipt,
  hasUnreadOrder,
} from '../stores/orders.ts'
import { clearPositions, applyPositions, hasUnreadPosition } from '../stores/positions.ts'
import { savePreferencesNow } from '../stores/preferences.ts'
import { resyncAccount, startPush, emitAccount, emitGrids } from '../feed/push.ts'
import { endSession, noteBan, oneTimeToken, onLeaving, onTrader } from '../client/session.ts'
import { startSession, useSession } from '../client/session.ts'
import { startSettings, loadInputSettings } from '../stores/settings.ts'
import { nameSymbolsBy } from '../i18n/i18n.ts'
import { onPageSeen } from '../platform/first-sight.ts'
import { pauseOrOnline } from '../platform/pause.ts'
import { dismissDialogs } from '../shell/dialogs.ts'
import { currentPage, leaveAccountPages } from '../shell/location.ts'
import { forgetNotices, timeNoticesBy } from '../shell/notices.ts'
import { pickerStore, tickerStore } from '../stores/tickers.ts'
import {
  applyMarketLiquidations,
  applyTrades,
  liquidationStore,
  tradeStore,
} from '../stores/trades.ts'
import { settleOldIntents } from '../actions/lost-answers/unknown-outcome.ts'
import { applyRules } from '../actions/rules/rule-list.ts'
import { applyStrategies, clearStrategies } from '../stores/strategies.ts'
import { applyOptionNews, forgetQuotes } from '../stores/options/chain.ts'
import { applySpreadNews, clearSpreads, spreadMarketStore } from '../stores/spread/spreads.ts'
import { askVenue, applyVenueNotices } from '../stores/venue.ts'
import { clearWallet, applyWallet } from '../stores/wallet.ts'

/** Starts everything; called once by the page. Returns a function that stops it. */
export function startExchange(): () => void {
  nameSymbolsBy(nameOf)
  timeNoticesBy(serverNowMs)
  startErrorReactions({
    signOut: () => {
      endSession()
      leaveAccountPages()
    },
    showComplianceWall: noteBan,
  })
  const catalogue = createCatalogueLoader({ spotTurn })
  const stops = [
    startSettings(),
    startConnectionClock(),
    startPush({
      onBatch: (batch) => applyBatch(batch, (symbol) => void catalogue.refresh(symbol)),
      token: oneTimeToken,
      onLoginRefused: () => undefined,
      onForgotten: forgetTopic,
    }),
    useCatalogue.subscribe(({ listings }, before) => {
      if (listings === before.listings) return
      const fresh = emitGrids([...listings.values()].map(gridOf))
      // Between a topic's end and its snapshot changes of orders are missed: it begins again only
      // for what was parsed by other steps, or could not be parsed.
      const isMisread = (symbol: string): boolean =>
        before.listings.has(symbol) || hasUnreadOrder(symbol) || hasUnreadPosition(symbol)
      if (fresh.some(isMisread)) resyncAccount()
    }),
    onTrader((user, before) => {
      forgetNotices({ keepsShown: before === undefined })
      forgetAccount()
      loadInputSettings(user?.uid)
      // A dialog about one account's order must not be answered as another account.
      dismissDialogs()
      if (user === undefined) return
      settleOldIntents(user.uid)
      void loadAllCalls()
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

/** Pages whose first content needs no spot pair. */
const contractPages: readonly string[] = ['linear', 'usdc', 'inverse', 'inverseFutures']

const mostSpotWaitMs = 2_000

/** On a slow line a contract's page is usable sooner if the spot pairs come after its chart. */
function spotTurn(): Promise<unknown> {
  if (!contractPages.includes(currentPage().kind)) return Promise.resolve()
  const seen = new Promise<void>((resolve) => void onPageSeen(resolve))
  return Promise.race([seen, pauseOrOnline(mostSpotWaitMs)])
}

/** The account whose private socket is wanted. */
let heard: string | undefined

/**
 * Keeps the private socket open while a user who may have one is signed in, and the exchange's own
 * contract list has loaded: built-in contracts have other steps.
 */
function followPrivateFeed(): () => void {
  heard = undefined
  const follow = (): void => {
    const { user, isBanned } = useSession.getState()
    const { contracts } = useCatalogue.getState()
    const isReadable = contracts === 'network' || contracts === 'stored'
    const wanted = isReadable && !isBanned ? user?.uid : undefined
    if (wanted === heard) return
    heard = wanted
    emitAccount(wanted)
  }
  const stops = [useSession.subscribe(follow), useCatalogue.subscribe(follow)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** How often the state of a banned account is requested. */
const LOOK_MS = 15_000

/** A banned account has no stream, so its remaining orders and positions are polled. */
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
  // The account may have changed meanwhile.
  if (uid !== useSession.getState().user?.uid) return
  if (wallet.ok) applyWallet(wallet.value)
  if (positions.ok) applyPositions(positions.value.list, true)
  if (!orders.ok) return
  applyOrders([], true)
  for (const order of orders.value.list) applyReceipt(order)
}

/** Calls a listener after a reconnect, since announcements made meanwhile were missed. */
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

// Data of an unsubscribed topic would look current when it is watched again.
function forgetTopic(name: string): void {
  const topic = parseTopic(name)
  if (topic?.kind === 'instrumentInfo') tickerStore.remove(topic.symbol)
  if (topic?.kind === 'orderBook') bookStore.remove(topic.symbol)
  if (topic?.kind === 'trade') tradeStore.remove(topic.symbol)
  if (topic?.kind === 'liquidation') liquidationStore.remove(topic.symbol)
  if (topic?.kind === 'spread') spreadMarketStore.remove(topic.symbol)
  if (topic?.kind === 'optionQuotes') forgetQuotes(topic)
}

function forgetAccount(): void {
  clearOrders()
  clearPositions()
  clearWallet()
  clearStrategies()
  clearAlerts()
  clearSpreads()
}

/** Applies a batch of the feed to the stores. */
function applyBatch(batch: FeedBatch, onInstrument: (symbol: string) => void): void {
  const nowMs = Date.now()
  refreshConnection({
    publicLink: batch.publicLink,
    privateLink: batch.privateLink,
    ...(batch.receivedPublic ? { publicReceivedMs: nowMs } : {}),
    ...(batch.receivedPrivate ? { privateReceivedMs: nowMs } : {}),
    ...(batch.engineMs > 0 ? { engineMs: batch.engineMs } : {}),
  })
  for (const ticker of batch.tickers) tickerStore.set(ticker.symbol, ticker)
  for (const book of batch.books) bookStore.set(book.symbol, book)
  for (const row of batch.picker) pickerStore.set(row.symbol, row)
  applyOptionNews(batch)
  for (const market of batch.spreads) spreadMarketStore.set(market.instrument.symbol, market)
  for (const shot of batch.trades) applyTrades(shot)
  for (const shot of batch.liquidations) applyMarketLiquidations(shot)
  for (const shot of batch.candles) applyCandles(shot)
  // A batch that was made before the account changed is about the former one.
  if (batch.account === heard) for (const push of batch.pushes) takePush(push)
  applyVenueNotices(batch.notices, onInstrument)
}

function takePush(push: UserPush): void {
  switch (push.kind) {
    case 'userOrder':
      return applyOrders(push.data, push.isSnapshot, push.timeMs)
    case 'userPosition':
      return applyPositions(push.data, push.isSnapshot, push.seq)
    case 'userWallet':
      return applyWallet(push.data)
    case 'userExecution':
      return push.isSnapshot ? undefined : applyFills(push.data)
    case 'userLiquidation':
      return push.isSnapshot ? undefined : applyLiquidations(push.data)
    case 'userStrategy':
      return applyStrategies(push.data, push.isSnapshot, push.timeMs)
    case 'userRule':
      return applyRules(push.data, push.isSnapshot)
    case 'userAlert':
      return applyAlerts(push.data, push.isSnapshot)
    case 'userSpread':
      return applySpreadNews(push.data, push.isSnapshot)
  }
}
