// The icon of a coin: a disc in its colour with its symbol.

import { coinAppearance } from '@basis/protocol/icons/coin-appearance'

export type CoinIconProps = {
  coin: string
  /** Pixels. */
  size?: number
}

/** Placed beside the coin's name, so hidden from screen readers. */
export function CoinIcon({ coin, size = 16 }: CoinIconProps) {
  const { hue, letters, strokes } = coinAppearance(coin)
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className="shrink-0"
      data-coin={coin}
      aria-hidden
    >
      {/* Dark enough for white letters at any hue. */}
      <circle cx="12" cy="12" r="12" fill={`oklch(0.54 0.14 ${hue})`} />
      <text
        x="12"
        y="12"
        dy="0.36em"
        textAnchor="middle"
        fontSize={letters.length > 1 ? 10.5 : 14}
        fontWeight="700"
        fill="#fff"
      >
        {letters}
      </text>
      {strokes !== undefined && (
        <path d={strokes} stroke="#fff" strokeWidth="1.6" strokeLinecap="round" fill="none" />
      )}
    </svg>
  )
}
