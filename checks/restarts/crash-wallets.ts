// The crash test of wallets: kill -9 while a leader trades, followers copy and grid bots trade,
// round after round; `npm run crash:wallets -- --rounds 50 --seed 7` is the long run.

// Afterwards each order of the leader was copied once, in its own command; each bot has everything
// acknowledged and shown, and the coins of its fills to the last unit (rules 16.8, 17.7).

import { setTimeout as delay } from 'node:timers/promises'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Engine } from '@basis/engine/engine'
import type { ExchangeProcess } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'
import {
  requestedPlan,
  compareReplays,
  expectSame,
  killRounds,
  startAgain,
  type KillPlan,
} from './kill-rounds.ts'
import { WalletFacts, type Moved } from './wallet-facts.ts'

type WalletReport = {
  /** Leader's orders and bot commands that were answered with success. */
  readonly acknowledged: number
  readonly unanswered: number
  /** Lots that followers hold after the last kill. */
  readonly copied: number
  readonly cells: number
}

/** The minimum of answers in a round before its kill. */
const leastPerRound = 40
const followers = 3
const lot = '0.001'
/** A pair without fees, so that grid cells of two ticks are profitable. */
const pair = symbolId('USDC/USDT')
const cellStep = 0.00002
const e8 = (text: string): bigint => parseDecimal(text, 8) ?? 0n

/** The owner's knowledge of a bot. */
type KnownBot = {
  /** The acknowledged investments, and the maximum including an unanswered one. */
  investment: bigint
  mostInvested: bigint
  /** Undefined after an unanswered call. */
  isPaused: boolean | undefined
  /** The number of completed cells last shown to the owner. */
  cells: number
}

/** Kills an exchange during trading of wallets; see `killRounds`. */
export const crashWallets = (plan: KillPlan): Promise<WalletReport> =>
  killRounds(plan, (data) => new WalletRun(plan, data))

class WalletRun {
  readonly #plan: KillPlan
  readonly #data: string
  readonly #prng: Prng
  readonly #leader = new VenueClient('')
  readonly #owner = new VenueClient('')
  readonly #taker = new VenueClient('')
  readonly #followers = Array.from({ length: followers }, () => new VenueClient(''))
  #wallet: AccountId = accountId(0)
  #orders = { acknowledged: new Set<string>(), unanswered: 0 }
  #bots = { known: new Map<string, KnownBot>(), unanswered: 0 }
  #steps = 0
  #report: WalletReport = { acknowledged: 0, unanswered: 0, copied: 0, cells: 0 }

  constructor(plan: KillPlan, data: string) {
    this.#plan = plan
    this.#data = data
    this.#prng = createPrng(plan.seed)
  }

  report = (): Promise<WalletReport> => Promise.resolve(this.#report)

  close(): void {
    for (const client of this.#clients()) client.close()
  }

  #clients = (): readonly VenueClient[] => [
    this.#leader,
    this.#owner,
    this.#taker,
    ...this.#followers,
  ]

  async round(round: number): Promise<void> {
    const venue = await startAgain(this.#data, this.#plan)
    const isOver = { yes: false }
    try {
      for (const client of this.#clients()) client.origin = venue.origin
      if (round === 1) await this.#open()
      const loops = [
        this.#lead(isOver),
        this.#lead(isOver),
        this.#runBots(isOver),
        this.#sweep(isOver),
      ]
      const enough = this.#done() + leastPerRound
      while (this.#done() < enough) await delay(20)
      await delay(this.#prng.nextBelow(400))
      await this.#kill(venue, isOver, loops)
    } finally {
      await venue.end('SIGKILL')
    }
    const facts = new WalletFacts(this.#wallet)
    const { engine } = await compareReplays(this.#data, (batch) => facts.note(batch))
    this.#checkCopies(engine, facts)
    this.#checkBots(engine, facts)
    const { acknowledged, copied, cells } = this.#report
    this.#plan.onRound?.(`round ${round}: ${acknowledged} steps, ${copied} lots, ${cells} cells`)
  }

  async #kill(
    venue: ExchangeProcess,
    isOver: { yes: boolean },
    loops: readonly Promise<void>[],
  ): Promise<void> {
    await venue.end('SIGKILL')
    isOver.yes = true
    await Promise.all(loops)
  }

  #done = (): number => this.#orders.acknowledged.size + this.#steps

  async #open(): Promise<void> {
    for (const client of this.#clients()) await client.signUp()
    const led = { name: 'Lea', style: 'Classic', amount: '20000' } as const
    const { walletId } = await this.#leader.ask('applyLeader', led)
    this.#wallet = accountId(Number(walletId))
    const settings = { mode: 'FixedRatio', ratio: '1', slippage: '0.1' } as const
    for (const client of this.#followers) {
      await client.ask('followLeader', { leaderId: walletId, amount: '20000', settings })
    }
  }

  /** Opens one lot on either side again and again, until the exchange is killed. */
  async #lead(isOver: { yes: boolean }): Promise<void> {
    while (!isOver.yes) {
      const isLong = this.#prng.nextBelow(2) === 0
      const placed = await this.#leader.call('createCopyOrder', {
        symbol: 'BTCUSDT',
        side: isLong ? 'Buy' : 'Sell',
        orderType: 'Market',
        qty: lot,
        positionIdx: isLong ? 1 : 2,
      })
      if (placed.kind === 'unknown') return void (this.#orders.unanswered += 1)
      if (placed.kind === 'done') this.#orders.acknowledged.add(placed.value.orderId)
      else await delay(50)
    }
  }

  /** Trades through the levels of the bots, up and down, until the exchange is killed. */
  async #sweep(isOver: { yes: boolean }): Promise<void> {
    for (let n = 0; !isOver.yes; n += 1) {
      const traded = await this.#taker.call('createSpotOrder', {
        symbolId: pair.replace('/', ''),
        side: n % 2 === 0 ? 'BUY' : 'SELL',
        type: 'MARKET',
        amount: '30000',
        marketUnit: 'quoteCoin',
      })
      if (traded.kind === 'unknown') return
      await delay(20)
    }
  }

  /** Creates narrow grids around the price, and pauses, resumes and funds them. */
  async #runBots(isOver: { yes: boolean }): Promise<void> {
    while (!isOver.yes) {
      const botId = [...this.#bots.known.keys()].at(-1)
      const isNew = botId === undefined || this.#prng.nextBelow(12) === 0
      if (!(await (isNew ? this.#create() : this.#step(botId)))) return
      if (!(await this.#recordShown())) return
      await delay(100)
    }
  }

  async #create(): Promise<boolean> {
    const asked = await this.#owner.call('tickers', {})
    if (asked.kind !== 'done') return asked.kind === 'refused'
    const { lastPrice } = asked.value.list.find(({ symbol }) => symbol === pair) ?? {}
    const at = Number(lastPrice ?? 0)
    const made = await this.#owner.call('createBot', {
      symbol: pair,
      gridMode: 'Spot',
      gridType: 'Arithmetic',
      minPrice: (at - 3 * cellStep).toFixed(5),
      maxPrice: (at + 3 * cellStep).toFixed(5),
      cellNumber: 6,
      leverage: '1',
      investment: '500',
    })
    if (made.kind === 'unknown') this.#bots.unanswered += 1
    if (made.kind === 'done') {
      const [invested, isPaused] = [e8('500'), false]
      const bot = { investment: invested, mostInvested: invested, isPaused, cells: 0 }
      this.#bots.known.set(made.value.botId, bot)
    }
    if (made.kind === 'refused') await delay(50)
    this.#steps += made.kind === 'done' ? 1 : 0
    return made.kind !== 'unknown'
  }

  async #step(botId: string): Promise<boolean> {
    const bot = this.#bots.known.get(botId)
    if (bot === undefined) return true
    const isPaused = this.#prng.nextBelow(4) === 0
    const adds = this.#prng.nextBelow(3) === 0
    const answer = adds
      ? await this.#owner.call('addBotInvestment', { botId, investment: '50' })
      : await this.#owner.call('pauseBot', { botId, isPaused })
    this.#steps += answer.kind === 'done' ? 1 : 0
    if (adds && answer.kind !== 'refused') bot.mostInvested += e8('50')
    if (adds && answer.kind === 'done') bot.investment += e8('50')
    if (!adds && answer.kind === 'done') bot.isPaused = isPaused
    if (!adds && answer.kind === 'unknown') bot.isPaused = undefined
    return answer.kind !== 'unknown'
  }

  /** Records the state of bots shown to the owner, none of which may be lost by a kill. */
  async #recordShown(): Promise<boolean> {
    const shown = await this.#owner.call('bots', {})
    if (shown.kind !== 'done') return shown.kind === 'refused'
    for (const { botId, arbitrages } of shown.value.list) {
      const bot = this.#bots.known.get(botId)
      if (bot !== undefined) bot.cells = arbitrages
    }
    return true
  }

  /** Every order of the leader must have been copied once, with its fill, and none may be lost. */
  #checkCopies({ views }: Engine, facts: WalletFacts): void {
    expectSame('what is not copied as it was led', facts.faults().join('; '), '')
    const lotsOf = (account: AccountId): string =>
      [1, 2]
        .map((idx) => {
          const held = views.positions(account).find(({ position }) => position.positionIdx === idx)
          return held?.position.sizeLots ?? 0
        })
        .join()
    const led = lotsOf(this.#wallet)
    const follows = views.copy.followers(this.#wallet)
    expectSame('the number of followers', String(follows.length), String(followers))
    for (const { wallet } of follows) expectSame(`lots of ${wallet}`, lotsOf(wallet), led)
    const lots = led.split(',').reduce((sum, each) => sum + Number(each), 0)
    const { acknowledged, unanswered } = this.#orders
    for (const id of acknowledged) {
      expectSame(`lots of the leader's order ${id}`, String(facts.led.get(id)), '1')
    }
    if (facts.led.size > acknowledged.size + unanswered) {
      throw new Error(`${facts.led.size} orders of ${acknowledged.size} that were sent`)
    }
    this.#report = { ...this.#report, copied: lots * followers }
  }

  /** Every acknowledged bot must exist once, with everything acknowledged for it. */
  #checkBots({ views }: Engine, facts: WalletFacts): void {
    const { known, unanswered } = this.#bots
    for (const [id, bot] of known) {
      const found = views.grids.bot(accountId(Number(id)))
      if (found === undefined) throw new Error(`acknowledged bot ${id} is lost`)
      const { investment, completed, status } = found
      if (investment < bot.investment || investment > bot.mostInvested) {
        throw new Error(`bot ${id} has ${investment} of ${bot.investment}`)
      }
      // From now on it is known whether the unanswered call has taken effect.
      bot.investment = bot.mostInvested = investment
      const wished = bot.isPaused === true ? 'Paused' : 'Running'
      if (bot.isPaused !== undefined) expectSame(`the state of bot ${id}`, status, wished)
      if (completed < bot.cells) throw new Error(`bot ${id}: ${completed} cells of ${bot.cells}`)
    }
    const [first] = known.keys()
    const owner = first === undefined ? undefined : views.grids.ownerOf(accountId(Number(first)))
    const bots = owner === undefined ? [] : views.grids.bots(owner)
    const most = known.size + unanswered
    if (bots.length > most) throw new Error(`${bots.length} bots of ${most} that were asked for`)
    for (const { wallet, investment } of bots) {
      const held = views.account(wallet)?.coins ?? []
      const balances = held.map(({ coin, balance }) => `${coin} ${balance}`)
      const due = this.#dueOf(views.instrument(pair), investment, facts.moved.get(wallet))
      expectSame(`coins of bot ${wallet}`, balances.toSorted().join(), due.join())
    }
    const cells = bots.reduce((sum, { completed }) => sum + completed, 0)
    this.#report = {
      ...this.#report,
      acknowledged: this.#done(),
      unanswered: this.#orders.unanswered + unanswered,
      cells,
    }
  }

  /** The coins of a bot by its fills: its investment, and what the fills moved. */
  #dueOf(
    instrument: Instrument | undefined,
    investment: bigint,
    moved: Moved | undefined,
  ): readonly string[] {
    if (instrument === undefined || moved === undefined) return []
    const { baseCoin, quoteCoin, lotSizeE8 } = instrument
    const fee = (coin: string): bigint => moved.fees.get(coin) ?? 0n
    const base = BigInt(moved.lots) * BigInt(lotSizeE8) - fee(baseCoin)
    // A bot killed before its first fill has no entry of the coin.
    const isFresh = moved.lots === 0 && moved.quote === 0n && moved.fees.size === 0
    return [
      ...(isFresh ? [] : [`${baseCoin} ${base}`]),
      `${quoteCoin} ${investment + moved.quote - fee(quoteCoin)}`,
    ]
  }
}

async function main(): Promise<void> {
  const plan = requestedPlan()
  const { acknowledged, unanswered, copied, cells } = await crashWallets(plan)
  console.log(
    `crash of wallets: ${plan.rounds} rounds, ${acknowledged} acknowledged, 0 lost, ` +
      `${unanswered} unanswered, ${copied} lots copied once each, ${cells} cells completed`,
  )
}

if (import.meta.main) await main()
