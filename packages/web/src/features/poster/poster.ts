// Texts of a position's poster: the figures of its row when the poster was opened, and who shares
// them.

import { inviteBonus, masked, proLabel, vipLabel, type UserInfo } from '@basis/protocol/account'
import { avatarLetter } from '@basis/protocol/icons/icons'
import { qtyAmount, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { exactE8, instrumentFormat } from '../../stores/instrument-format.ts'
import type { PositionFigures } from '../../stores/position-figures.ts'
import type { HeldPosition } from '../../stores/positions.ts'
import { inviteLink } from '../../shell/routes.ts'
import type { Format } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/message-keys.ts'

/** All texts of a poster, as painted and as read by screen readers. */
export type Poster = {
  readonly sharer: string
  /** VIP, or PRO with its level; '' for neither. */
  readonly label: string
  readonly contract: string
  readonly side: 'Buy' | 'Sell'
  readonly sideWord: string
  readonly leverage: string
  readonly roi: string
  readonly isGain: boolean
  readonly pnl: string
  readonly entry: { readonly label: string; readonly value: string }
  /** The price at which profit is computed. */
  readonly price: { readonly label: string; readonly value: string }
  readonly time: string
  readonly code: string
  /** The first letter on the sharer's avatar. */
  readonly initial: string
  readonly link: string
  readonly bonus: string
  /** The position's value; only on the extra poster, undefined if it is not known. */
  readonly worth: { readonly label: string; readonly value: string } | undefined
  readonly distinguished: string
}

export type PosterSource = {
  readonly position: HeldPosition
  readonly instrument: Instrument
  readonly figures: PositionFigures
  readonly contract: string
  readonly user: UserInfo
  readonly timeMs: number
  readonly origin: string
  readonly language: string
}

/** 1,000,000 in 1e-8: a position of higher value gets the extra poster. */
const WORTH_LIMIT = 1_000_000n * 100_000_000n

/** Returns the sharer's name as others may see it: the address, or the masked user name. */
const posterName = ({ email, hasPassword, username }: UserInfo): string | undefined =>
  email !== '' ? email : hasPassword ? masked(username) : undefined

/** Returns a trader's label (spec 6): type 2 is VIP, 3 is PRO with its level. */
export function labelOf({ label_type: type, label_level: level }: UserInfo['loyalty_vip_info']) {
  if (type === vipLabel) return 'VIP'
  return type === proLabel ? `PRO ${level}` : ''
}

/** Returns whether the trader has a label; only then is there an extra poster. */
const isDistinguished = (user: UserInfo): boolean => labelOf(user.loyalty_vip_info) !== ''

/** Returns a position's value in dollars, 1e-8; inverse contracts are dollars each. */
export const worthOf = (
  { sizeLots }: HeldPosition,
  instrument: Instrument,
  { value }: PositionFigures,
): Amount => (instrument.kind === 'Inverse' ? amount(qtyAmount(instrument, sizeLots)) : value)

/** Returns whether a position has the extra poster (spec 6, 9). */
export const hasExtraPoster = (worth: Amount, user: UserInfo): boolean =>
  worth > WORTH_LIMIT && isDistinguished(user)

/** Returns the texts of a position's poster; figures are formatted as in the row. */
export function posterOf(source: PosterSource, t: Translate, format: Format): Poster {
  const { position, instrument, figures, user, origin, language } = source
  const words = instrumentFormat(instrument, format)
  const { settleCoin, quoteCoin } = instrument
  const worth = worthOf(position, instrument, figures)
  return {
    sharer: posterName(user) ?? t('account.demoName'),
    initial: avatarLetter(user.username),
    label: labelOf(user.loyalty_vip_info),
    contract: source.contract,
    side: position.side,
    sideWord: t(position.side === 'Buy' ? 'positions.long' : 'positions.short'),
    leverage: format.leverage(position.leverageE2),
    roi: format.percent({ units: figures.roiE2, scale: 2 }),
    isGain: figures.roiE2 >= 0,
    pnl: `${words.settle(figures.unrealised, { signed: true, rounding: 'down' })} ${settleCoin}`,
    entry: { label: t('positions.entry'), value: words.priceE8(figures.entryE8) },
    price: {
      label: t(figures.basis === 'LastPrice' ? 'poster.lastPrice' : 'positions.mark'),
      value: words.priceE8(figures.basisE8),
    },
    time: `${format.dateTime(source.timeMs)} ${format.zoneName(source.timeMs)}`,
    code: user.hid,
    link: inviteLink(origin, language, user.hid),
    bonus: t('poster.bonus', {
      amount: format.decimal({ units: inviteBonus, scale: 0 }, { scale: 0 }),
    }),
    worth: hasExtraPoster(worth, user)
      ? { label: t('positions.value'), value: `${format.compact(exactE8(worth))} ${quoteCoin}` }
      : undefined,
    distinguished: t('poster.distinguished'),
  }
}

/** Returns a poster as one sentence, for screen readers. */
export function spokenPoster(poster: Poster, isExtra: boolean): string {
  const { entry, price, worth } = poster
  return [
    poster.sharer,
    poster.label,
    `${poster.contract} ${poster.sideWord} ${poster.leverage}`,
    `ROI ${poster.roi}`,
    poster.pnl,
    `${entry.label} ${entry.value}`,
    `${price.label} ${price.value}`,
    ...(isExtra && worth !== undefined
      ? [poster.distinguished, `${worth.label} ${worth.value}`]
      : []),
    poster.time,
    poster.code,
    poster.bonus,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
