// Commands that the random traders rarely send: settings, closings and listings, each when it is
// possible, so that a run tries all commands.

import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import { feeSchedule } from '@basis/domain/instrument/fee-schedule'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Prng } from '@basis/domain/numbers/prng'
import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { PositionView, Views } from '@basis/engine/views'
import { isRuleOver } from '@basis/domain/algo/states'
import { inventRule } from './rules.ts'
import { bareOrder } from './bare.ts'
import { bitcoinTiers } from './dated.ts'

/** The traders' knowledge. */
export type Scene = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly maker: number
  readonly nowMs: number
  /** Contracts that accept orders now. */
  readonly contracts: readonly string[]
  readonly instruments: readonly Instrument[]
}

/** Returns a random command; several if one requires another first. */
export function inventDuty(prng: Prng, scene: Scene): readonly Command[] {
  const duty = new Duty(prng, scene)
  for (let tries = 0; tries < 4; tries += 1) {
    const found = duty.any()
    if (found.length > 0) return found
  }
  return [{ kind: 'AdvanceTime' }]
}

const none: readonly Command[] = []

const quoted = (
  whose: Pick<PlaceOrder, 'account' | 'symbol' | 'side'>,
  ticks: number,
): PlaceOrder => ({
  ...bareOrder(whose),
  priceTicks: priceTicks(Math.max(1, ticks)),
  qtyLots: qtyLots(200),
})

class Duty {
  readonly #prng: Prng
  readonly #scene: Scene

  constructor(prng: Prng, scene: Scene) {
    this.#prng = prng
    this.#scene = scene
  }

  any(): readonly Command[] {
    const all = [
      this.#cancelAlgo,
      this.#cancelAlgo,
      this.#pauseAlgo,
      this.#pauseAlgo,
      this.#rule,
      this.#rule,
      this.#setRule,
      this.#setRule,
      this.#protect,
      this.#protect,
      this.#batch,
      this.#mmrClose,
      this.#cancelMmrClose,
      this.#cancelMmrClose,
      this.#changeMargin,
      this.#changeMargin,
      this.#replenish,
      this.#replenish,
      this.#reverse,
      this.#reverse,
      this.#positionMode,
      this.#marginMode,
      this.#cancelPartial,
      this.#closing,
      this.#relisting,
      this.#coin,
      this.#status,
      this.#open,
      this.#pay,
      this.#leverage,
      this.#feeLevel,
      this.#feeLevel,
    ]
    return this.#one(all)?.() ?? none
  }

  #below = (bound: number): number => this.#prng.nextBelow(bound)
  #one = <T>(list: readonly T[]): T | undefined => list[this.#below(Math.max(1, list.length))]
  #trader = (): AccountId => accountId(this.#one(this.#scene.traders) ?? 3)
  #contract = (): SymbolId => symbolId(this.#one(this.#scene.contracts) ?? 'BTCUSDT')

  /** A position that satisfies the condition, of any account. */
  #held(fits: (view: PositionView) => boolean = () => true): PositionView | undefined {
    const all = this.#scene.traders.flatMap((id) => this.#scene.views.positions(accountId(id)))
    return this.#one(all.filter(fits))
  }

  #cancelAlgo = (): readonly Command[] => {
    const found = this.#one(
      this.#scene.traders.flatMap((id) => this.#scene.views.algos(accountId(id))),
    )
    if (found === undefined) return none
    return [{ kind: 'CancelAlgo', account: found.account, algoId: found.id }]
  }

  /** Pauses or resumes a parent, rarely a ladder. */
  #pauseAlgo = (): readonly Command[] => {
    const all = this.#scene.traders.flatMap((id) => this.#scene.views.algos(accountId(id)))
    const mostly = all.filter(({ terms }) => terms.kind !== 'Scaled' || this.#below(8) === 0)
    const found = this.#one(mostly)
    if (found === undefined) return none
    const { account, id: algoId, status } = found
    return [{ kind: 'PauseAlgo', account, algoId, isPaused: status !== 'Paused' }]
  }

  #rule = (): readonly Command[] => {
    const symbol = this.#contract()
    const { views, nowMs } = this.#scene
    const view = views.symbol(symbol)
    const account = this.#trader()
    const isHedged = views.positionMode(account, symbol) === 'BothSide'
    if (view === undefined || view.markE8 === 0 || isHedged) return none
    return [inventRule(this.#prng, { account, view, nowMs })]
  }

  #setRule = (): readonly Command[] => {
    const all = this.#scene.traders.flatMap((id) => this.#scene.views.rules(accountId(id)))
    const found = this.#one(all.filter((rule) => !isRuleOver(rule)))
    if (found === undefined) return none
    const { account, id: ruleId, state: now } = found
    const state = this.#below(3) === 0 ? 'Cancelled' : now === 'Paused' ? 'Running' : 'Paused'
    return [{ kind: 'SetRuleState', account, ruleId, state }]
  }

  /** A stop and a target on the correct sides of the market. */
  #protect = (): readonly Command[] => {
    const held = this.#held()
    const view = held && this.#scene.views.symbol(held.position.symbol)
    if (held === undefined || view === undefined) return none
    const { account, symbol, positionIdx, side } = held.position
    const away = (side === 'Buy' ? 1 : -1) * (0.002 + this.#below(100) / 2000)
    const at = (share: number): TpslLegRequest => ({
      triggerTicks: priceTicks(
        Math.max(1, Math.round((view.markE8 / view.instrument.tickSizeE8) * (1 + share))),
      ),
      triggerBy: 'MarkPrice',
      orderType: 'Market',
    })
    const legs = { takeProfit: at(away), stopLoss: at(-away) }
    return [{ kind: 'SetTpSl', account, symbol, positionIdx, mode: 'Full', ...legs }]
  }

  /** A maker's quotes in one command. */
  #batch = (): readonly Command[] => {
    const symbol = this.#contract()
    const view = this.#scene.views.symbol(symbol)
    if (view === undefined || view.markE8 === 0) return none
    const near = Math.round(view.markE8 / view.instrument.tickSizeE8)
    const account = accountId(this.#scene.maker)
    const acts = ([-1, 1] as const).map((sign) =>
      quoted({ account, symbol, side: sign === -1 ? 'Buy' : 'Sell' }, near + sign * 5),
    )
    return [{ kind: 'OrderBatch', account, operations: acts }]
  }

  #mmrClose = (): readonly Command[] => {
    const held = this.#held(({ position }) => !position.isIsolated)
    if (held === undefined) return none
    const { account, symbol, positionIdx } = held.position
    const rate = this.#scene.views.account(account)?.maintenanceRateE4 ?? 0
    const rateE4 = rate + 1 + this.#below(Math.max(1, 9000 - rate))
    return [{ kind: 'SetMmrClose', account, symbol, positionIdx, rateE4 }]
  }

  #cancelMmrClose = (): readonly Command[] => {
    const waiting = this.#scene.traders
      .map(accountId)
      .flatMap((account) =>
        this.#scene.views.mmrCloses(account).map((close) => ({ account, close })),
      )
    const found = this.#one(waiting)
    if (found === undefined) return this.#mmrClose()
    const { symbol, positionIdx } = found.close
    return [{ kind: 'CancelMmrClose', account: found.account, symbol, positionIdx }]
  }

  /** Mostly a small amount, sometimes everything. */
  #changeMargin = (): readonly Command[] => {
    const held = this.#held(({ position }) => position.isIsolated)
    if (held === undefined) return this.#marginMode()
    const { account, symbol, positionIdx, extraMargin, entryValue } = held.position
    const away = -(extraMargin / BigInt(1 + this.#below(3)))
    const part = entryValue / BigInt(200 + this.#below(2000)) + 1n
    const change = amount(extraMargin > 0n && this.#below(3) === 0 ? away : part)
    return [{ kind: 'ChangeMargin', account, symbol, positionIdx, amount: change }]
  }

  #replenish = (): readonly Command[] => {
    const held = this.#held(({ position }) => position.isIsolated)
    if (held === undefined) return this.#marginMode()
    const { account, symbol, positionIdx } = held.position
    const isOn = this.#below(4) !== 0
    return [{ kind: 'SetAutoAddMargin', account, symbol, positionIdx, isOn }]
  }

  /** A maker first quotes the far side, so that the reversal can fill. */
  #reverse = (): readonly Command[] => {
    const held = this.#held(({ position }) => this.#scene.contracts.includes(position.symbol))
    if (held === undefined) return none
    const { account, symbol, positionIdx, side, sizeLots } = held.position
    const view = this.#scene.views.symbol(symbol)
    if (view === undefined || side === 'None') return none
    const near = Math.round(view.markE8 / view.instrument.tickSizeE8)
    const maker = {
      ...quoted({ account: accountId(this.#scene.maker), symbol, side }, near),
      qtyLots: qtyLots(Math.min(sizeLots * 3, view.instrument.maxQtyLots)),
    }
    return [maker, { kind: 'ReversePosition', account, symbol, positionIdx, linkId: '' }]
  }

  /** Is there nothing of the account that prevents a change of mode? */
  #isFree(account: AccountId, symbol: SymbolId): boolean {
    const { views } = this.#scene
    const holds = views.positions(account).some(({ position }) => position.symbol === symbol)
    return !holds && !views.openOrders(account).some((order) => order.symbol === symbol)
  }

  #positionMode = (): readonly Command[] => {
    for (let tries = 0; tries < 12; tries += 1) {
      const account = this.#trader()
      const symbol = symbolId(this.#one(['BTCUSDT', 'ETHUSDT']) ?? 'BTCUSDT')
      if (!this.#isFree(account, symbol)) continue
      const now = this.#scene.views.positionMode(account, symbol)
      const mode = now === 'BothSide' ? 'MergedSingle' : 'BothSide'
      return [{ kind: 'SetPositionMode', account, symbol, mode }]
    }
    return none
  }

  #marginMode = (): readonly Command[] => {
    const account = this.#trader()
    const symbol = this.#contract()
    const isIsolated = this.#scene.views.isIsolated(account, symbol)
    if (isIsolated && this.#below(3) !== 0) return none
    const mode = isIsolated ? 'Cross' : 'Isolated'
    return [{ kind: 'SetMarginMode', account, symbol, mode }]
  }

  #cancelPartial = (): readonly Command[] => {
    const held = this.#held(({ tpsl }) => tpsl.partial.length > 0) ?? this.#held()
    if (held === undefined) return none
    const { account, symbol, positionIdx } = held.position
    return [{ kind: 'CancelPartialTpSl', account, symbol, positionIdx }]
  }

  #closing = (): readonly Command[] => {
    const held = this.#held()
    if (held === undefined) return none
    const { account, symbol } = held.position
    return [{ kind: 'ClosePositions', account, ...(this.#below(4) === 0 ? {} : { symbol }) }]
  }

  /** The listing with another fee or band, sometimes an extreme one. */
  #relisting = (): readonly Command[] => {
    const instrument = this.#one(this.#scene.instruments)
    if (instrument === undefined) return none
    const { makerFeeE8, takerFeeE8 } = instrument
    const takerFee = this.#below(4) === 0 ? makerFeeE8 : takerFeeE8
    const [bandXE8, bandYE8] = this.#one([
      [instrument.bandXE8, instrument.bandYE8],
      [instrument.bandXE8, instrument.bandYE8],
      [5_000_000, 10_000_000],
      [60_000_000, 90_000_000],
    ] as const) ?? [instrument.bandXE8, instrument.bandYE8]
    const changed = {
      ...instrument,
      takerFeeE8: takerFee,
      bandXE8: rateE8(bandXE8),
      bandYE8: rateE8(bandYE8),
    }
    return [{ kind: 'ListInstrument', instrument: changed }]
  }

  #coin = (): readonly Command[] => {
    const ratioE4 = this.#one([9500, 9500, 9800, 9000]) ?? 9500
    const tiers = this.#below(3) === 0 ? {} : { tiers: bitcoinTiers }
    return [{ kind: 'ListCoin', coin: 'BTC', ratioE4, ...tiers }]
  }

  /** A fee level with its rates, rarely without them or with invalid ones. */
  #feeLevel = (): readonly Command[] => {
    const { level, rates } = this.#one(feeSchedule) ?? { level: 'VIP 0', rates: undefined }
    const asked = { kind: 'SetFeeLevel', account: this.#trader(), level } as const
    if (rates === undefined || this.#below(4) === 0) return [asked]
    if (this.#below(6) > 0) return [{ ...asked, rates }]
    const { spot, derivatives } = rates
    return [{ ...asked, rates: { spot, derivatives: { ...derivatives, makerE8: spot.takerE8 } } }]
  }

  #status = (): readonly Command[] => {
    const symbol = symbolId(this.#one(['BTCUSDT', 'ETHUSDT', 'BTCUSD', 'BTCPERP']) ?? 'BTCUSDT')
    const off = { kind: 'SetInstrumentStatus', symbol, status: 'CancelOnly' } as const
    return [off, { ...off, status: 'Trading' }]
  }

  #open = (): readonly Command[] => {
    const account = accountId(this.#scene.views.highestAccount() + 1)
    return [{ kind: 'OpenAccount', account, role: 'trader' }]
  }

  #pay = (): readonly Command[] => {
    const account = this.#trader()
    const coin = this.#one(['USDT', 'USDT', 'USDC', 'BTC']) ?? 'USDT'
    const most = coin === 'BTC' ? 2 ** 22 : 2 ** 30
    return [{ kind: 'Deposit', account, coin, amount: amount(BigInt(1 + this.#below(most)) * 30n) }]
  }

  #leverage = (): readonly Command[] => {
    const leverage = this.#one([500, 1000, 2000, 5000, 8000, 10_000, 1237]) ?? 1000
    const symbol = this.#contract()
    return [
      { kind: 'SetLeverage', account: this.#trader(), symbol, leverageE2: leverageE2(leverage) },
    ]
  }
}
