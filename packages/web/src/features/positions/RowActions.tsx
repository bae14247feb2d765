// The buttons of a position: reversing it, and closing it by a limit or a market order.

import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { beginReversal } from '../../actions/reversal.ts'
import { useT } from '../../i18n/i18n.ts'
import { openDialog } from '../../shell/dialogs.ts'
import type { HeldPosition } from '../../stores/positions.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'

/** In a row reversing is an icon, and in a narrow panel closing is a menu. */
export function RowActions({ position }: { position: HeldPosition }) {
  const t = useT()
  const { symbol, positionIdx } = position
  const acts = [
    ['Limit', 'positions.closeLimitOf'],
    ['Market', 'positions.closeMarketOf'],
  ] as const
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton
        label={t('positions.reverseOf', { symbol })}
        variant="neutral"
        onClick={() => beginReversal(symbol, positionIdx)}
      >
        <ArrowDownUp aria-hidden />
      </IconButton>
      <span className="contents @max-[62rem]:hidden">
        {acts.map(([orderType, spoken]) => (
          <CloseButton key={orderType} position={position} orderType={orderType} spoken={spoken} />
        ))}
      </span>
      <span className="hidden @max-[62rem]:contents">
        <Menu
          trigger={
            <Button size="sm">
              {t('positions.close')}
              <ChevronDown className="size-3.5" aria-hidden />
            </Button>
          }
          entries={[
            ...acts.map(([orderType, spoken]) => ({
              kind: 'act' as const,
              id: orderType,
              label: t(spoken, { symbol }),
              onSelect: () => openDialog({ kind: 'closePosition', symbol, positionIdx, orderType }),
            })),
            {
              kind: 'act',
              id: 'marginCall',
              label: t('margin.callOpen', { symbol }),
              onSelect: () => openDialog({ kind: 'marginCall', symbol, positionIdx }),
            },
          ]}
        />
      </span>
    </span>
  )
}

type CloseButtonProps = {
  position: HeldPosition
  orderType: 'Limit' | 'Market'
  spoken: 'positions.closeLimitOf' | 'positions.closeMarketOf'
}

function CloseButton({ position, orderType, spoken }: CloseButtonProps) {
  const t = useT()
  const { symbol, positionIdx } = position
  return (
    <Button
      size="sm"
      aria-label={t(spoken, { symbol })}
      onClick={() => openDialog({ kind: 'closePosition', symbol, positionIdx, orderType })}
    >
      {t(orderType === 'Limit' ? 'positions.closeLimit' : 'positions.closeMarket')}
    </Button>
  )
}

export function CardActions({ position }: { position: HeldPosition }) {
  const t = useT()
  const { symbol, positionIdx } = position
  return (
    <>
      <Button
        size="sm"
        aria-label={t('positions.reverseOf', { symbol })}
        onClick={() => beginReversal(symbol, positionIdx)}
      >
        {t('positions.reverse')}
      </Button>
      <CloseButton position={position} orderType="Limit" spoken="positions.closeLimitOf" />
      <CloseButton position={position} orderType="Market" spoken="positions.closeMarketOf" />
    </>
  )
}
