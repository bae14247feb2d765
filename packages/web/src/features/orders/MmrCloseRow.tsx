// The row of an MMR close order in the open orders: it closes the whole position at market when the
// account's maintenance margin rate reaches a level (rules 8.8).

import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { cancelMmrClose } from '../../actions/mmr-close.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { nameOf, showListing, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import type { HeldPosition, MmrClose } from '../../stores/positions.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Cell, TableRow } from '../../ui/table/Table.tsx'
import { usePending } from '../../platform/use-pending.ts'
import type { OrderColumn } from './OrderRow.tsx'

export type MmrCloseProps = {
  readonly key: string
  readonly position: HeldPosition
  readonly mmrClose: MmrClose
}

type RowProps = Omit<MmrCloseProps, 'key'>

export function MmrCloseRow(props: RowProps & { columns: readonly OrderColumn[] }) {
  const t = useT()
  const format = useFormat()
  const { position, mmrClose, columns } = props
  const listing = useListing(position.symbol)
  if (listing === undefined) return null
  const cells: Record<OrderColumn, ReactNode> = {
    side: (
      <Cell second={`${t('orders.tabMmr')} · ${t('orders.market')}`}>
        <ClosingSide position={position} />
      </Cell>
    ),
    price: (
      <Cell align="end" second={<Rate mmrClose={mmrClose} />}>
        <span className="text-soft">{t('orders.market')}</span>
      </Cell>
    ),
    filled: (
      <Cell align="end">
        <Size position={position} instrument={listing.instrument} />
      </Cell>
    ),
    value: <Cell align="end">--</Cell>,
    tpsl: <Cell align="end">--</Cell>,
    force: (
      <Cell className="text-soft" second={t('orders.yes')}>
        {t('orders.ioc')}
      </Cell>
    ),
    time: <Cell second={t('orders.statusUntriggered')}>{format.dateTime(mmrClose.createdMs)}</Cell>,
  }
  return (
    <TableRow>
      <Cell sticky>
        <button
          type="button"
          aria-label={t('positions.goTo', { symbol: position.symbol })}
          onClick={() => showListing(listing)}
          className="rounded-sm font-medium hover:text-accent"
        >
          {nameOf(position.symbol)}
        </button>
      </Cell>
      {columns.map((id) => (
        <Fragment key={id}>{cells[id]}</Fragment>
      ))}
      <Cell stickyEnd align="end">
        <Cancel position={position} />
      </Cell>
    </TableRow>
  )
}

export function MmrCloseCard({ position, mmrClose }: RowProps) {
  const t = useT()
  const format = useFormat()
  const listing = useListing(position.symbol)
  if (listing === undefined) return null
  const isLong = position.side === 'Buy'
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex items-center gap-2">
        <span className="font-medium">{nameOf(position.symbol)}</span>
        <Badge tone={isLong ? 'down' : 'up'}>{t(isLong ? 'orders.sell' : 'orders.buy')}</Badge>
        <span className="text-muted">{t('orders.tabMmr')}</span>
        <span className="ml-auto text-2xs text-muted">{format.dateTime(mmrClose.createdMs)}</span>
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-3">
        <div className="min-w-0">
          <dt className="text-2xs text-muted">{t('orders.trigger')}</dt>
          <dd>
            <Rate mmrClose={mmrClose} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-2xs text-muted">{t('orders.quantity')}</dt>
          <dd>
            <Size position={position} instrument={listing.instrument} />
          </dd>
        </div>
      </dl>
      <div className="mt-3 flex *:flex-1">
        <Cancel position={position} />
      </div>
    </li>
  )
}

function ClosingSide({ position }: { position: HeldPosition }) {
  const t = useT()
  const isLong = position.side === 'Buy'
  return (
    <span className={isLong ? 'font-medium text-down' : 'font-medium text-up'}>
      {t(isLong ? 'orders.sell' : 'orders.buy')}
    </span>
  )
}

function Rate({ mmrClose }: { mmrClose: MmrClose }) {
  const t = useT()
  const format = useFormat()
  const rate = format.percent({ units: mmrClose.rateE4, scale: 2 }, { signed: false })
  return `${t('positions.mmrShort')} ≥ ${rate}`
}

/** It closes the whole position, at whatever size it then has. */
function Size({ position, instrument }: { position: HeldPosition; instrument: Instrument }) {
  const words = useInstrumentFormat(instrument)
  return `${words.qty(position.sizeLots)} ${qtyCoin(instrument)}`
}

function Cancel({ position }: { position: HeldPosition }) {
  const t = useT()
  const { symbol, positionIdx } = position
  const [isPending, during] = usePending()
  const cancel = async (): Promise<void> => {
    await during(cancelMmrClose({ symbol, positionIdx }))
  }
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t('orders.cancelOf', { words: `${t('orders.tabMmr')} ${symbol}` })}
      onClick={() => void cancel()}
    >
      {t('orders.cancel')}
    </Button>
  )
}
