// Algorithmic orders as command text: `algo #3 Buy BTCUSDT 0.5 twap for=600 every=30 seed=7`.

import { scaledShapes } from '@basis/domain/algo/scaled'
import type { AlgoRecord, AlgoTerms } from '@basis/domain/algo/order'
import type { IcebergPricing } from '@basis/domain/algo/iceberg'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { selfTradeModes, type Side } from '@basis/domain/orders/order'
import type { CancelAlgo, CancelMmrClose, PauseAlgo } from '../../api/commands.ts'
import type { PlaceAlgo, SetMmrClose } from '../../api/commands.ts'
import type { AlgoChanged, MmrCloseChanged, RuleChanged } from '../../api/events.ts'
import { ruleEventText, ruleText, takeRule, type RuleCommand, type RuleVerb } from './rule.ts'
import { fail, money, priceText, qtyText, steps, take, words } from './line.ts'
import type { Instruments, Line, CommandTextReader } from './line.ts'

type Schemed = RuleCommand | PlaceAlgo | CancelAlgo | PauseAlgo | SetMmrClose | CancelMmrClose

const isRuleCommand = (command: Schemed): command is RuleCommand =>
  command.kind === 'PlaceRule' || command.kind === 'AmendRule' || command.kind === 'SetRuleState'

/** Returns the line of a command about parents or MMR close orders. */
export function algoText(command: Schemed, instruments: Instruments): string {
  if (command.kind === 'SetMmrClose' || command.kind === 'CancelMmrClose') return mmrText(command)
  if (command.kind === 'CancelAlgo') return `cancel-algo #${command.account} ${command.algoId}`
  if (isRuleCommand(command)) return ruleText(command)
  if (command.kind === 'PauseAlgo') {
    return `${command.isPaused ? 'pause' : 'resume'}-algo #${command.account} ${command.algoId}`
  }
  const { account, side, symbol, reduceOnly, positionIdx, linkId, selfTrade, terms } = command
  const instrument = instruments.get(symbol)
  return words(
    `algo #${account} ${side} ${symbol} ${qtyText(instrument, command.qtyLots)}`,
    ...termWords(terms, instrument),
    reduceOnly && 'reduce',
    positionIdx !== 0 && `idx=${positionIdx}`,
    linkId !== '' && `link=${linkId}`,
    selfTrade !== 'None' && `smp=${selfTrade}`,
  )
}

function termWords(
  terms: AlgoTerms,
  instrument: Instrument | undefined,
): readonly (string | false | undefined)[] {
  const price = (ticks: number): string => priceText(instrument, ticks)
  switch (terms.kind) {
    case 'Twap': {
      const { durationSec, intervalSec, seed, maxChaseTicks: most } = terms
      return [
        `twap for=${durationSec} every=${intervalSec}`,
        seed !== undefined && `seed=${seed}`,
        most !== undefined && `chase=${price(most)}`,
      ]
    }
    case 'Pov': {
      const { participationE2, durationSec, intervalSec, maxChaseTicks: most } = terms
      return [
        `pov share=${participationE2} for=${durationSec} every=${intervalSec}`,
        most !== undefined && `chase=${price(most)}`,
      ]
    }
    case 'Iceberg': {
      const { slice, pricing } = terms
      return [
        'iceberg',
        'subLots' in slice
          ? `slice=${qtyText(instrument, slice.subLots)}`
          : `count=${slice.orderCount}`,
        pricing.at === 'Fixed' && `at=${price(pricing.priceTicks)}`,
        pricing.at === 'Offset' && `offset=${pricing.offsetTicks}`,
        pricing.at === 'Own' && 'own',
        pricing.at === 'Taker' && 'taker',
      ]
    }
    case 'Scaled': {
      const { fromTicks, toTicks, children, shape, sharesE2 } = terms
      return [
        `scaled from=${price(fromTicks)} to=${price(toTicks)} n=${children} shape=${shape}`,
        sharesE2 !== undefined && `shares=${sharesE2.join(',')}`,
      ]
    }
    case 'Chase': {
      const { maxDistanceTicks: most } = terms
      return ['chase', most !== undefined && `within=${most}`]
    }
  }
}

const mmrText = (command: SetMmrClose | CancelMmrClose): string =>
  words(
    command.kind === 'SetMmrClose' ? 'mmr' : 'cancel-mmr',
    `#${command.account} ${command.symbol}`,
    command.kind === 'SetMmrClose' && String(command.rateE4),
    command.positionIdx !== 0 && `idx=${command.positionIdx}`,
  )

/** Parses the text of `algoText` after the verb and the account. */
export function takeSchemed(
  verb: 'algo' | 'cancel-algo' | 'pause-algo' | 'resume-algo' | RuleVerb | 'mmr' | 'cancel-mmr',
  line: Line,
  account: AccountId,
  reader: CommandTextReader,
): Schemed {
  if (verb === 'rule' || verb === 'amend-rule' || verb === 'set-rule')
    return takeRule(verb, line, account)
  if (verb === 'algo') return takeAlgo(line, account, reader)
  if (verb === 'cancel-algo') {
    return { kind: 'CancelAlgo', account, algoId: Number(take(line, 'algo')) }
  }
  if (verb === 'pause-algo' || verb === 'resume-algo') {
    const isPaused = verb === 'pause-algo'
    return { kind: 'PauseAlgo', account, algoId: Number(take(line, 'algo')), isPaused }
  }
  const symbol = symbolId(take(line, 'symbol'))
  const positionIdx = Number(line.flags.get('idx') ?? 0) as PlaceAlgo['positionIdx']
  if (verb === 'cancel-mmr') return { kind: 'CancelMmrClose', account, symbol, positionIdx }
  const rateE4 = Number(take(line, 'rate'))
  return { kind: 'SetMmrClose', account, symbol, positionIdx, rateE4 }
}

function takeAlgo(line: Line, account: AccountId, reader: CommandTextReader): PlaceAlgo {
  const side = take(line, 'side') as Side
  const symbol = take(line, 'symbol')
  const instrument = reader.instruments.get(symbol)
  const lots = (text: string): number => steps(line, text, 'l', instrument?.lotSizeE8)
  const qty = qtyLots(lots(take(line, 'quantity')))
  const { flags, rest } = line
  return {
    kind: 'PlaceAlgo',
    account,
    symbol: symbolId(symbol),
    side,
    qtyLots: qty,
    reduceOnly: rest.includes('reduce'),
    positionIdx: Number(flags.get('idx') ?? 0) as PlaceAlgo['positionIdx'],
    linkId: flags.get('link') ?? '',
    selfTrade: selfTradeModes.find((mode) => mode === flags.get('smp')) ?? 'None',
    terms: takeTerms(line, instrument),
  }
}

function takeTerms(line: Line, instrument: Instrument | undefined): AlgoTerms {
  const { flags, rest } = line
  const [kind] = rest
  const text = (name: string): string => flags.get(name) ?? fail(line, `No ${name}`)
  const number = (name: string): number => Number(text(name))
  const price = (name: string) => priceTicks(steps(line, text(name), 't', instrument?.tickSizeE8))
  switch (kind) {
    case 'twap':
      return {
        kind: 'Twap',
        durationSec: number('for'),
        intervalSec: number('every'),
        ...(flags.has('seed') ? { seed: number('seed') } : {}),
        ...(flags.has('chase') ? { maxChaseTicks: price('chase') } : {}),
      }
    case 'pov':
      return {
        kind: 'Pov',
        participationE2: number('share'),
        durationSec: number('for'),
        intervalSec: number('every'),
        ...(flags.has('chase') ? { maxChaseTicks: price('chase') } : {}),
      }
    case 'iceberg': {
      const slice = flags.has('count')
        ? { orderCount: number('count') }
        : { subLots: qtyLots(steps(line, text('slice'), 'l', instrument?.lotSizeE8)) }
      return { kind: 'Iceberg', slice, pricing: takePricing(line, instrument) }
    }
    case 'scaled': {
      const shares = flags.get('shares')
      return {
        kind: 'Scaled',
        fromTicks: price('from'),
        toTicks: price('to'),
        children: number('n'),
        shape: scaledShapes.find((shape) => shape === flags.get('shape')) ?? 'Flat',
        ...(shares === undefined ? {} : { sharesE2: shares.split(',').map(Number) }),
      }
    }
    case 'chase':
      return {
        kind: 'Chase',
        ...(flags.has('within') ? { maxDistanceTicks: number('within') } : {}),
      }
    default:
      return fail(line, `"${kind}" is no algorithmic order`)
  }
}

function takePricing(line: Line, instrument: Instrument | undefined): IcebergPricing {
  const { flags, rest } = line
  const at = flags.get('at')
  if (at !== undefined) {
    return { at: 'Fixed', priceTicks: priceTicks(steps(line, at, 't', instrument?.tickSizeE8)) }
  }
  const offset = flags.get('offset')
  if (offset !== undefined) return { at: 'Offset', offsetTicks: Number(offset) }
  return { at: rest.includes('taker') ? 'Taker' : 'Own' }
}

/** Returns the text of a change of a parent, a rule or an MMR close order. */
export function algoEventText(
  event: AlgoChanged | MmrCloseChanged | RuleChanged,
  instruments: Instruments,
): string {
  if (event.kind === 'AlgoChanged') return parentText(event.algo, instruments)
  if (event.kind === 'RuleChanged') return ruleEventText(event)
  const { account, close } = event
  const rate = `at ${formatTrimmed(BigInt(close.rateE4), 2)}%`
  return `#${account} mmr close ${close.id} ${close.symbol} ${rate} ${close.status}`
}

function parentText(algo: AlgoRecord, instruments: Instruments): string {
  const instrument = instruments.get(algo.symbol)
  const done = `${qtyText(instrument, algo.filledLots)} of ${qtyText(instrument, algo.totalLots)}`
  return words(
    `#${algo.account} algo ${algo.id} ${algo.terms.kind} ${algo.status}`,
    algo.end,
    algo.problem !== undefined && `(${algo.problem.name})`,
    `filled ${done}, ${algo.open} of ${algo.sent} open`,
    algo.filledLots > 0 && `for ${money(algo.filledValue)}`,
  )
}
