// Checks of grid bots by the auditor: a bot's profit is the result of its fills, and everything
// that its wallet ever held is returned (rules 17.3, 17.6).

import type { Command } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'
import type { AuditedState } from './audited-state.ts'
import { must } from './books.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

/** The flow of a coin through a bot's wallet: from its owner, and by trading. */
type Flow = { moved: bigint; traded: bigint }

export class Grids {
  readonly #audited: AuditedState
  readonly #flows = new Map<string, Flow>()
  /** Of the current command: the owner of a new bot, and the wallets opened for it. */
  #owner: number | undefined
  readonly #opening = new Set<number>()

  constructor(audited: AuditedState) {
    this.#audited = audited
  }

  begin(command: Command): void {
    const isCreating = command.kind === 'CreateGrid' || command.kind === 'CreateSpotBot'
    this.#owner = isCreating ? command.account : undefined
    this.#opening.clear()
  }

  /** A wallet takes its bot's leverage when it is opened. */
  isOpening = (account: number): boolean => this.#opening.has(account)

  follow(event: Event): void {
    switch (event.kind) {
      case 'AccountOpened':
        return this.#opened(event.account)
      case 'FeeLevelChanged':
        return this.#charged(event)
      case 'WalletChanged':
        return this.#paid(event)
      case 'GridChanged':
        return this.#changed(event)
      case 'SpotBotChanged':
        return this.#botChanged(event)
      default:
    }
  }

  #opened(wallet: number): void {
    if (this.#owner !== undefined) this.#opening.add(wallet)
  }

  /** A wallet has its owner's fee rates. */
  #charged({ account, rates }: EventOf<'FeeLevelChanged'>): void {
    const { grids, spotBots } = this.#audited
    const owner = (grids.get(account) ?? spotBots.get(account))?.owner ?? this.#owner
    if (!this.#audited.copies.isWallet(account) || owner === undefined) return
    const due = JSON.stringify(this.#audited.feeRates.get(owner))
    must(JSON.stringify(rates) === due, `17.1 bot ${account} pays`, JSON.stringify(rates), due)
    this.#audited.feeRates.set(account, rates)
  }

  #paid({ account, coin, cause, change }: EventOf<'WalletChanged'>): void {
    const key = `${account} ${coin}`
    const flow = this.#flows.get(key) ?? { moved: 0n, traded: 0n }
    if (cause === 'BotTransfer') flow.moved += change
    else flow.traded += change
    this.#flows.set(key, flow)
  }

  /** Spent money was traded, and all that a bot had is returned at its end (rules 21.3, 22.3). */
  #botChanged({ account, bot }: EventOf<'SpotBotChanged'>): void {
    const { wallet, owner, status, terms, quoteCoin, investment, spent, returned } = bot
    must(account === owner, `21.4 bot ${wallet} belongs to`, account, owner)
    const known = this.#audited.spotBots.get(wallet)
    must(known?.status !== 'Ended', `21.3 bot ${wallet} goes on after its end`)
    must((known?.done ?? 0) <= bot.done, `21.2 trades of ${wallet} are never taken back`)
    this.#audited.spotBots.set(wallet, bot)
    const { traded } = this.#flows.get(`${wallet} ${quoteCoin}`) ?? { traded: 0n }
    const isBuying = terms.kind === 'Dca' && (status === 'Running' || status === 'Paused')
    if (isBuying) must(spent === -traded, `21.2 bot ${wallet} has spent`, spent, -traded)
    if (status !== 'Ended') return
    const home = returned.find(([coin]) => coin === quoteCoin)?.[1] ?? 0n
    const due = investment + traded
    must(home === due, `21.3 ${wallet} returns`, home, due)
  }

  #changed({ account, grid }: EventOf<'GridChanged'>): void {
    const { wallet, owner, status, completed, profit, symbol } = grid
    must(account === owner, `17.5 bot ${wallet} belongs to`, account, owner)
    const known = this.#audited.grids.get(wallet)
    must((known?.completed ?? 0) <= completed, `17.3 cells of ${wallet} are never taken back`)
    must(known?.status !== 'Ended', `17.6 bot ${wallet} goes on after its end`)
    must(completed > 0 || profit === 0n, `17.3 bot ${wallet} has a profit without a cell`)
    this.#audited.grids.set(wallet, grid)
    if (status !== 'Ended') return
    const { instrument } = this.#audited.market(symbol)
    const quote = instrument.kind === 'Spot' ? instrument.quoteCoin : instrument.settleCoin
    const { traded } = this.#flows.get(`${wallet} ${quote}`) ?? { traded: 0n }
    const due = grid.investment + traded
    const home = due > 0n ? due : 0n
    must(grid.returnedQuote === home, `17.6 ${wallet} returns`, grid.returnedQuote, home)
    must(this.#audited.openOf(wallet).length === 0, `17.6 ${wallet} has ended and holds something`)
  }
}
