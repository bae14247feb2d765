// The crash test of wallets: kill -9 while a leader trades, followers copy and grid bots trade,
// round after round; `npm run crash:wallets -- --rounds 50 --seed 7` is the long run.

// Afterwards every copy was made once, every acknowledged bot is there once, cells and money agree
// to the last unit, and the state is that of a full replay (rules 16.8, 17.7).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Engine } from '@basis/engine/engine'
import { startExchange, type ExchangeProcess } from '../exchange-process.ts'
import { compareReplays, expectSame } from './crash.ts'
import { VenueClient } from './venue-client.ts'

type Plan = {
  readonly rounds: number
  readonly seed: number
  readonly onRound?: (line: string) => void
}
export type WalletReport = {
  /** Leader's orders and steps of bots that were answered with success. */
  readonly acknowledged: number
  readonly unanswered: number
  /** Lots that followers hold after the last kill. */
  readonly copied: number
  readonly cells: number
}

/** Answers that a round waits for before its kill. */
const leastPerRound = 40
const followers = 3
const lot = '0.001'

/** Runs the rounds; throws with the round's number at the first thing that is not as promised. */
export async function crashWallets(plan: Plan): Promise<WalletReport> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-crash-wallets-'))
  const run = new WalletRun(plan, join(folder, 'data'))
  try {
    return await run.all()
  } finally {
    run.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

class WalletRun {
  readonly #plan: Plan
  readonly #data: string
  readonly #prng: Prng
  readonly #leader = new VenueClient('')
  readonly #owner = new VenueClient('')
  readonly #followers = Array.from({ length: followers }, () => new VenueClient(''))
  #wallet: AccountId = accountId(0)
  #orders = { acknowledged: 0, unanswered: 0 }
  #bots = { acknowledged: new Set<string>(), unanswered: 0 }
  #steps = 0
  #report: WalletReport = { acknowledged: 0, unanswered: 0, copied: 0, cells: 0 }

  constructor(plan: Plan, data: string) {
    this.#plan = plan
    this.#data = data
    this.#prng = createPrng(plan.seed)
  }

  async all(): Promise<WalletReport> {
    for (let round = 1; round <= this.#plan.rounds; round += 1) {
      try {
        await this.#round(round)
      } catch (error) {
        const message = `seed ${this.#plan.seed}, round ${round}`
        throw new Error(`${message}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
    }
    return this.#report
  }

  close(): void {
    for (const client of this.#clients()) client.close()
  }

  #clients = (): readonly VenueClient[] => [this.#leader, this.#owner, ...this.#followers]

  async #round(round: number): Promise<void> {
    const venue = await startExchange({
      dataFolder: this.#data,
      settings: { BASIS_RATE_LIMIT: '0', BASIS_SNAPSHOT_EVERY: '1500' },
    })
    const isOver = { yes: false }
    try {
      for (const client of this.#clients()) client.origin = venue.origin
      if (round === 1) await this.#open()
      const loops = [this.#lead(isOver), this.#lead(isOver), this.#trade(isOver)]
      const enough = this.#done() + leastPerRound
      while (this.#done() < enough) await delay(20)
      await delay(this.#prng.nextBelow(400))
      await this.#kill(venue, isOver, loops)
    } finally {
      await venue.end('SIGKILL')
    }
    const { engine } = await compareReplays(this.#data)
    this.#check(engine)
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

  #done = (): number => this.#orders.acknowledged + this.#steps

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

  /** Opens a lot on either side again and again, until the venue is gone. */
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
      if (placed.kind === 'done') this.#orders.acknowledged += 1
      else await delay(50)
    }
  }

  /** Creates narrow grids around the price, pauses them, lets them go on and feeds them. */
  async #trade(isOver: { yes: boolean }): Promise<void> {
    while (!isOver.yes) {
      const botId = [...this.#bots.acknowledged].at(-1)
      const isNew = botId === undefined || this.#prng.nextBelow(4) === 0
      if (!(await (isNew ? this.#create() : this.#step(botId)))) return
    }
  }

  async #create(): Promise<boolean> {
    const asked = await this.#owner.call('tickers', {})
    if (asked.kind !== 'done') return asked.kind === 'refused'
    const { markPrice } = asked.value.list.find(({ symbol }) => symbol === 'BTCUSDT') ?? {}
    const at = Number(markPrice ?? 0)
    const made = await this.#owner.call('createBot', {
      symbol: 'BTC/USDT',
      gridMode: 'Spot',
      gridType: 'Arithmetic',
      minPrice: (at * 0.99).toFixed(0),
      maxPrice: (at * 1.01).toFixed(0),
      cellNumber: 6,
      leverage: '1',
      investment: '500',
    })
    if (made.kind === 'unknown') this.#bots.unanswered += 1
    if (made.kind === 'done') this.#bots.acknowledged.add(made.value.botId)
    if (made.kind === 'refused') await delay(50)
    this.#steps += made.kind === 'done' ? 1 : 0
    return made.kind !== 'unknown'
  }

  async #step(botId: string): Promise<boolean> {
    const isPaused = this.#prng.nextBelow(2) === 0
    const answer =
      this.#prng.nextBelow(3) === 0
        ? await this.#owner.call('addBotInvestment', { botId, investment: '50' })
        : await this.#owner.call('pauseBot', { botId, isPaused })
    this.#steps += answer.kind === 'done' ? 1 : 0
    return answer.kind !== 'unknown'
  }

  /** Every lot of the leader was copied once, and every bot that was promised is there once. */
  #check({ views }: Engine): void {
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
    if (lots > acknowledged + unanswered) throw new Error(`${lots} lots of ${acknowledged} orders`)
    const owned = new Set([...this.#bots.acknowledged].map((id) => accountId(Number(id))))
    for (const id of owned) {
      if (views.grids.bot(id) === undefined) throw new Error(`acknowledged bot ${id} is lost`)
    }
    const [first] = owned
    const owner = first === undefined ? undefined : views.grids.ownerOf(first)
    const bots = owner === undefined ? [] : views.grids.bots(owner)
    const most = owned.size + this.#bots.unanswered
    if (bots.length > most) throw new Error(`${bots.length} bots of ${most} that were asked for`)
    const cells = bots.reduce((sum, { completed }) => sum + completed, 0)
    this.#report = {
      acknowledged: this.#done(),
      unanswered: unanswered + this.#bots.unanswered,
      copied: lots * followers,
      cells,
    }
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '42' },
    },
  })
  const report = await crashWallets({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    onRound: (line) => console.log(line),
  })
  const { acknowledged, unanswered, copied, cells } = report
  console.log(
    `crash of wallets: ${values.rounds} rounds, ${acknowledged} acknowledged, 0 lost, ` +
      `${unanswered} unanswered, ${copied} lots copied once each, ${cells} cells completed`,
  )
}

if (import.meta.main) await main()
