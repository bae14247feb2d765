// An instrument's listing as one line of command text.

import { symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  type Amount,
  type PriceTicks,
  type QtyLots,
} from '@basis/domain/numbers/fixed'
import { defaultDepthMergeTimes } from '@basis/domain/instrument/instrument'
import type { Instrument, InstrumentStatus } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import { contractTypes } from '@basis/domain/instrument/market'
import { optionRights } from '@basis/domain/instrument/option'
import { sides } from '@basis/domain/orders/order'
import { decimal, money, percent, priceText, qtyText, rate } from './line.ts'
import { steps, take, words, type Line } from './line.ts'
import type { SetInstrumentStatus } from '../../api/commands.ts'

/** Returns a listing as one line. */
export function listingText(instrument: Instrument): string {
  const { symbol, kind, contractType, baseCoin, quoteCoin, settleCoin } = instrument
  const qty = (lots: QtyLots): string => qtyText(instrument, lots)
  const price = (ticks: PriceTicks): string => priceText(instrument, ticks)
  const tiers = instrument.riskTiers.map((tier) =>
    [
      money(tier.limit),
      rate(tier.initialRateE8),
      rate(tier.maintenanceRateE8),
      formatTrimmed(BigInt(tier.maxLeverageE2), 2),
    ].join(':'),
  )
  return words(
    `list ${symbol} ${contractType ?? kind} ${baseCoin}/${quoteCoin}/${settleCoin}`,
    `tick=${money(BigInt(instrument.tickSizeE8))} lot=${money(BigInt(instrument.lotSizeE8))}`,
    `price=${price(instrument.minPriceTicks)}..${price(instrument.maxPriceTicks)}`,
    `qty=${qty(instrument.minQtyLots)}..${qty(instrument.maxQtyLots)}`,
    `market=${qty(instrument.maxMarketQtyLots)} least=${money(instrument.minNotional)}`,
    `fees=${rate(instrument.takerFeeE8)}:${rate(instrument.makerFeeE8)}`,
    `band=${rate(instrument.bandXE8)}:${rate(instrument.bandYE8)}`,
    `leverage=${formatTrimmed(BigInt(instrument.minLeverageE2), 2)}`,
    `funding=${instrument.fundingIntervalMin} impact=${money(instrument.impactNotional)}`,
    `depth=${instrument.depthMergeTimes.join(':')} status=${instrument.status}`,
    tiers.length > 0 && `tiers=${tiers.join(',')}`,
    instrument.launchMs !== undefined && `launch=${instrument.launchMs}`,
    instrument.auctionMs !== undefined && `auction=${instrument.auctionMs}`,
    instrument.deliveryMs !== undefined && `delivery=${instrument.deliveryMs}`,
    instrument.option !== undefined &&
      `right=${instrument.option.right} strike=${money(BigInt(instrument.option.strikeE8))}`,
    instrument.banned !== undefined && `ban=${instrument.banned}`,
    instrument.isHidden === true && 'hidden=yes',
  )
}

/** Parses a listing; missing fields default to those of BTCUSDT, with one risk tier (rules 8.1). */
export function takeListing(line: Line): Instrument {
  const symbol = symbolId(take(line, 'symbol'))
  const family = take(line, 'kind')
  const contractType = family === 'Option' ? family : contractTypes.find((type) => type === family)
  const coinNames = (line.rest.shift() ?? 'BTC/USDT').split('/')
  const [baseCoin = '', quoteCoin = '', settleCoin = quoteCoin] = coinNames
  const flag = (name: string, usual: string): string => line.flags.get(name) ?? usual
  const value = (text: string): Amount => amount(decimal(line, text, 8))
  const tickSizeE8 = Number(value(flag('tick', '0.1')))
  const lotSizeE8 = Number(value(flag('lot', '0.001')))
  const ticks = (text = ''): PriceTicks => priceTicks(steps(line, text, 't', tickSizeE8))
  const lots = (text = ''): QtyLots => qtyLots(steps(line, text, 'l', lotSizeE8))
  const [leastPrice, mostPrice] = flag('price', '1t..19999998t').split('..')
  const [leastQty, mostQty] = flag('qty', '1l..1190000l').split('..')
  const [takerFee = '', makerFee = ''] = flag('fees', '0.055:0.02').split(':')
  const [bandX = '', bandY = ''] = flag('band', '1:2').split(':')
  const linear = contractType !== undefined
  const tiers = flag('tiers', linear ? '2000000:1:0.5:100' : '').split(',')
  return {
    symbol,
    kind: !linear ? 'Spot' : contractType.startsWith('Inverse') ? 'Inverse' : 'Linear',
    ...(linear ? { contractType } : {}),
    baseCoin,
    quoteCoin,
    settleCoin,
    tickSizeE8,
    lotSizeE8,
    minPriceTicks: ticks(leastPrice),
    maxPriceTicks: ticks(mostPrice),
    minQtyLots: lots(leastQty),
    maxQtyLots: lots(mostQty),
    maxMarketQtyLots: lots(flag('market', '500000l')),
    minNotional: value(flag('least', '5')),
    takerFeeE8: percent(line, takerFee),
    makerFeeE8: percent(line, makerFee),
    bandXE8: percent(line, bandX),
    bandYE8: percent(line, bandY),
    minLeverageE2: leverageE2(Number(decimal(line, flag('leverage', '1'), 2))),
    riskTiers: withDeductions(tiers.filter((tier) => tier !== '').map((row) => tierOf(line, row))),
    fundingIntervalMin: Number(
      flag('funding', contractType?.endsWith('Perpetual') === true ? '480' : '0'),
    ),
    impactNotional: value(flag('impact', linear ? '50000' : '0')),
    depthMergeTimes: flag('depth', defaultDepthMergeTimes.join(':')).split(':').map(Number),
    status: flag('status', 'Trading') as InstrumentStatus,
    ...takeTimes(line),
    ...takeOption(line),
    ...takeBan(line),
    ...(line.flags.get('hidden') === 'yes' ? { isHidden: true as const } : {}),
  }
}

function takeOption(line: Line): Pick<Instrument, 'option'> {
  const right = optionRights.find((each) => each === line.flags.get('right'))
  if (right === undefined) return {}
  const strikeE8 = priceE8(Number(decimal(line, line.flags.get('strike') ?? '', 8)))
  return { option: { right, strikeE8 } }
}

function takeBan({ flags }: Line): Pick<Instrument, 'banned'> {
  const banned = sides.find((side) => side === flags.get('ban'))
  return banned === undefined ? {} : { banned }
}

/** Times are written in ms of UTC; each is optional. */
function takeTimes({ flags }: Line): Pick<Instrument, 'launchMs' | 'auctionMs' | 'deliveryMs'> {
  const launch = flags.get('launch')
  const auction = flags.get('auction')
  const delivery = flags.get('delivery')
  return {
    ...(launch === undefined ? {} : { launchMs: Number(launch) }),
    ...(auction === undefined ? {} : { auctionMs: Number(auction) }),
    ...(delivery === undefined ? {} : { deliveryMs: Number(delivery) }),
  }
}

function tierOf(line: Line, text: string): Omit<Instrument['riskTiers'][number], 'deduction'> {
  const [limit = '', initial = '', maintenance = '', most = ''] = text.split(':')
  return {
    limit: amount(decimal(line, limit, 8)),
    initialRateE8: percent(line, initial),
    maintenanceRateE8: percent(line, maintenance),
    maxLeverageE2: leverageE2(Number(decimal(line, most, 2))),
  }
}

/** Parses the two words after the verb `status`. */
export function takeStatus(line: Line): SetInstrumentStatus {
  const symbol = symbolId(take(line, 'symbol'))
  const status = take(line, 'status') as InstrumentStatus
  return { kind: 'SetInstrumentStatus', symbol, status }
}
