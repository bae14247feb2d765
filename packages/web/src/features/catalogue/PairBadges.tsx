// Badges of a spot pair: leveraged token, innovation or high risk, no fees (spec 3).

import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { Listing, SpotListing } from '../../stores/catalogue.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

type PairBadge = { readonly word: MessageKey; readonly tone: Tone }

/** Returns the badges of a pair, the most important first. */
function badgesOf({ ltDirection, label, zeroFeeType }: SpotListing): readonly PairBadge[] {
  return [
    ...(ltDirection === '' ? [] : [tokenBadges[ltDirection]]),
    ...(label === '' ? [] : [labelBadges[label]]),
    ...(zeroFeeType === 1 ? [{ word: 'book.tagZeroFee', tone: 'accent' } as const] : []),
    ...(zeroFeeType === 2 ? [{ word: 'book.tagZeroMaker', tone: 'accent' } as const] : []),
  ]
}

const tokenBadges: Readonly<Record<'Long' | 'Short', PairBadge>> = {
  Long: { word: 'book.tokenLong', tone: 'up' },
  Short: { word: 'book.tokenShort', tone: 'down' },
}
const labelBadges: Readonly<Record<'innovation' | 'risk', PairBadge>> = {
  innovation: { word: 'book.tagInnovation', tone: 'neutral' },
  risk: { word: 'book.tagRisk', tone: 'warn' },
}

/** Shows the first badges of a pair; `otherwise` if it has none, as contracts. */
export function PairBadges(props: {
  listing: Listing
  most?: number
  otherwise?: ReactNode
}): ReactNode {
  const t = useT()
  const badges = props.listing.spot === undefined ? [] : badgesOf(props.listing.spot)
  if (badges.length === 0) return props.otherwise
  return badges.slice(0, props.most).map(({ word, tone }) => (
    <Badge key={word} tone={tone}>
      {t({ key: word })}
    </Badge>
  ))
}
