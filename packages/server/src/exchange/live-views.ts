// Views that stay valid when the engine behind them is rebuilt.

import type { Engine } from '@basis/engine/engine'
import type { Views } from '@basis/engine/views'

/** Returns views that read the current engine, so that they may be kept when it is rebuilt. */
export function viewsOf(engine: () => Engine): Views {
  const now = (): Views => engine().views
  return {
    timeMs: () => now().timeMs(),
    symbols: () => now().symbols(),
    symbol: (symbol) => now().symbol(symbol),
    instrument: (symbol) => now().instrument(symbol),
    collateral: (coin) => now().collateral(coin),
    coins: () => now().coins(),
    loan: (coin, level) => now().loan(coin, level),
    mostBorrowed: (account, coin) => now().mostBorrowed(account, coin),
    repayable: (account, coin) => now().repayable(account, coin),
    interestDueMs: () => now().interestDueMs(),
    account: (account) => now().account(account),
    fees: (account) => now().fees(account),
    accountMode: (account) => now().accountMode(account),
    positions: (account) => now().positions(account),
    realised: (account, coin) => now().realised(account, coin),
    priceStamp: (account) => now().priceStamp(account),
    position: (account, symbol, idx) => now().position(account, symbol, idx),
    adlIndicator: (position) => now().adlIndicator(position),
    leverage: (account, symbol, idx) => now().leverage(account, symbol, idx),
    positionMode: (account, symbol) => now().positionMode(account, symbol),
    isIsolated: (account, symbol) => now().isIsolated(account, symbol),
    openOrders: (account) => now().openOrders(account),
    queuePlaces: (account, symbol) => now().queuePlaces(account, symbol),
    mmrCloses: (account) => now().mmrCloses(account),
    algos: (account) => now().algos(account),
    rules: (account) => now().rules(account),
    ...bookkeepingOf(now),
    openOrder: (account, name) => now().openOrder(account, name),
    marginChange: (account, symbol, change, idx) =>
      now().marginChange(account, symbol, change, idx),
    maxQty: (account, symbol, price, entering) => now().maxQty(account, symbol, price, entering),
    depth: (symbol, levels) => now().depth(symbol, levels),
    bookVersion: (symbol) => now().bookVersion(symbol),
    ledger: () => now().ledger(),
    venueSums: () => now().venueSums(),
    insurance: (coin) => now().insurance(coin),
    accounts: () => now().accounts(),
    accountCount: () => now().accountCount(),
    rulesVersion: () => now().rulesVersion(),
    highestAccount: () => now().highestAccount(),
    bestSide: (symbol, side) => now().bestSide(symbol, side),
  }
}

/** The views of wallets, bots and combinations, which are separate objects. */
const bookkeepingOf = (
  now: () => Views,
): Pick<Views, 'copy' | 'grids' | 'spotBots' | 'ownership' | 'spreads'> => ({
  copy: {
    leaders: () => now().copy.leaders(),
    leader: (wallet) => now().copy.leader(wallet),
    leads: (owner) => now().copy.leads(owner),
    follows: (owner) => now().copy.follows(owner),
    followers: (wallet) => now().copy.followers(wallet),
    ownerOf: (wallet) => now().copy.ownerOf(wallet),
    free: (account) => now().copy.free(account),
  },
  grids: {
    bots: (owner) => now().grids.bots(owner),
    bot: (wallet) => now().grids.bot(wallet),
    ownerOf: (wallet) => now().grids.ownerOf(wallet),
    free: (account, coin) => now().grids.free(account, coin),
    running: () => now().grids.running(),
    ofRobots: () => now().grids.ofRobots(),
  },
  spotBots: {
    bots: (owner) => now().spotBots.bots(owner),
    bot: (wallet) => now().spotBots.bot(wallet),
    running: () => now().spotBots.running(),
  },
  ownership: {
    subs: (main) => now().ownership.subs(main),
    main: (sub) => now().ownership.main(sub),
    fundingWallet: (account) => now().ownership.fundingWallet(account),
    funding: (account) => now().ownership.funding(account),
    unified: (account) => now().ownership.unified(account),
  },
  spreads: {
    symbols: () => now().spreads.symbols(),
    market: (symbol) => now().spreads.market(symbol),
    depth: (symbol, levels) => now().spreads.depth(symbol, levels),
    bookVersion: (symbol) => now().spreads.bookVersion(symbol),
    openOrders: (account) => now().spreads.openOrders(account),
    openOrder: (account, name) => now().spreads.openOrder(account, name),
    maxQty: (account, symbol, price) => now().spreads.maxQty(account, symbol, price),
  },
})
