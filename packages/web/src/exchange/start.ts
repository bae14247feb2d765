// Brings the browser's side of the exchange to life: catalogue, session, feed; and hands batches to
// stores.

import { parseTopic } from '@basis/protocol/topics'
import type { Grid } from './feed/market.ts'
import type { FeedBatch, UserPush } from './feed/messages.ts'
import { bookStore } from './book.ts'
import { takeCandles } from './candles.ts'
import { loadCatalogue, useCatalogue, type Listing } from './catalogue.ts'
import { refreshConnection, startConnectionClock } from './connection.ts'
import { startErrorReactions } from './error-reactions.ts'
import { clearOrders, takeFills, takeLiquidations, takeOrders } from './orders.ts'
import { clearPositions, takePositions } from './positions.ts'
import { startPush, tellAccount, tellGrids } from './push.ts'
import { dropSession, oneTimeToken, onTrader, startSession, useSession } from './session.ts'
import { startSettings } from './settings.ts'
import { pickerStore, tickerStore } from './tickers.ts'
import { takeTrades, tradeStore } from './trades.ts'
import { settleOldIntents } from './intents/unknown-outcome.ts'
import { askVenue, takeVenueNotices } from './venue.ts'
import { clearWallet, takeWallet } from './wallet.ts'

/** Starts everything; called once by the page. Returns how to stop. */
export function startExchange(): () => void {
  startSettings()
  startErrorReactions({
    signOut: dropSession,
    showComplianceWall: () => useSession.setState({ isBanned: true }),
  })
  const stops = [
    startConnectionClock(),
    startPush({
      onBatch: takeBatch,
      token: oneTimeToken,
      onLoginRefused: () => undefined,
      onForgotten: forgetTopic,
    }),
    useCatalogue.subscribe(({ order }, before) => {
      if (order !== before.order) {
        tellGrids(order.map(gridOf))
      }
    }),
    onTrader((user) => {
      forgetAccount()
      tellAccount(false)
      if (user === undefined) return
      tellAccount(true)
      settleOldIntents()
    }),
  ]
  // Pushes of the account can only be read on the grids of the catalogue, so it comes first.
  void loadCatalogue().then(startSession)
  void askVenue()
  return () => {
    for (const stop of stops) stop()
  }
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
  clearOrders()
  clearPositions()
  clearWallet()
}

/** Takes a batch of the feed into the stores. */
export function takeBatch(batch: FeedBatch): void {
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
  takeVenueNotices(batch.notices)
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
