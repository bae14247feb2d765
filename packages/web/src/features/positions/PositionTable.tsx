// The positions: a table in a large window, cards on a phone; figures follow the mark price.

import { Fragment, type ReactNode } from 'react'
import { Columns3 } from 'lucide-react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { instrumentOf, showListing, useCurrentSymbol } from '../../stores/catalogue.ts'
import { useListing } from '../../stores/catalogue.ts'
import { figuresNow } from '../../stores/position-figures.ts'
import { useOptionPositions, usePositions } from '../../stores/positions.ts'
import type { PositionRecord } from '../../stores/positions.ts'
import { useSession } from '../../client/session.ts'
import {
  changeSettings,
  useSettings,
  useTableColumns,
  useTableProps,
} from '../../stores/settings.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { closePosition } from '../../actions/trading.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { askForConfirmation, openDialog, type ColumnsRequest } from '../../shell/dialogs.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { sortedRows, useTableSort, type SortKey } from '../../ui/table/sort.ts'
import {
  EmptyRow,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
} from '../../ui/table/Table.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import { PositionCard, PositionRow, POSITION_TABLE, positionColumns } from './PositionRow.tsx'
import type { PositionColumn } from './PositionRow.tsx'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'
import { SignedOut } from '../page-states/SignedOut.tsx'

/** The width at which the table shows all columns; below it the positions are cards. */
const TABLE_PX = 900

export function PositionTable() {
  const t = useT()
  const [room, isWide] = useIsWide<HTMLElement>(TABLE_PX)
  const status = useSession((session) => session.status)
  const records = useShownPositions()
  const List = isWide ? Rows : Cards
  return (
    <section
      ref={room}
      aria-label={t('positions.title')}
      className="@container flex h-full min-h-0 flex-col"
    >
      <Toolbar records={records ?? []} isTable={isWide} />
      <List records={records} isVisitor={status === 'visitor'} />
    </section>
  )
}

/** Returns the open positions of the page's symbol, or of all symbols. */
function useShownPositions(): readonly PositionRecord[] | undefined {
  const records = usePositions()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  if (allSymbols) return records
  return records?.filter(({ position }) => position.symbol === symbol)
}

/** The dialog of the columns; the contract and the buttons cannot be hidden. */
const columnsRequest: ColumnsRequest = {
  kind: 'columns',
  table: POSITION_TABLE,
  title: message('positions.title'),
  columns: [
    { id: 'size', titles: [message('positions.size'), message('positions.value')] },
    { id: 'entry', titles: [message('positions.entry'), message('positions.breakEven')] },
    { id: 'mark', titles: [message('positions.mark'), message('positions.liquidation')] },
    { id: 'margin', titles: [message('positions.margin'), message('positions.maintenance')] },
    { id: 'unrealised', titles: [message('positions.unrealised'), message('positions.realised')] },
    { id: 'tpsl', titles: [message('tpsl.column')] },
    { id: 'trailing', titles: [message('tpsl.trailingColumn')] },
    { id: 'autoMargin', titles: [message('positions.autoMargin'), message('positions.mmrClose')] },
  ],
}

type ToolbarProps = { records: readonly PositionRecord[]; isTable: boolean }

function Toolbar({ records, isTable }: ToolbarProps) {
  const t = useT()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const basis = useSettings((settings) => settings.pnlBasis)
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-4 px-3 whitespace-nowrap">
      <Switch
        label={t('positions.allSymbols')}
        checked={allSymbols}
        onChange={(checked) => changeSettings({ allSymbols: checked })}
      />
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <span className="@max-[32rem]:hidden">{t('positions.basis')}</span>
        <Select
          label={t('positions.basis')}
          variant="plain"
          size="sm"
          value={basis}
          onChange={(pnlBasis) => changeSettings({ pnlBasis })}
          items={[
            { value: 'MarkPrice', label: t('positions.basisMark') },
            { value: 'LastPrice', label: t('positions.basisLast') },
          ]}
        />
      </span>
      <OptionsLink />
      <span className="flex-1" />
      {isTable && (
        <IconButton label={t('shell.columns')} onClick={() => openDialog(columnsRequest)}>
          <Columns3 aria-hidden />
        </IconButton>
      )}
      <Button size="sm" disabled={records.length === 0} onClick={() => void closeAll(records)}>
        {t('positions.closeAll')}
      </Button>
    </div>
  )
}

/** Options have their own page: this table only shows their number. */
function OptionsLink() {
  const t = useT()
  const held = useOptionPositions() ?? []
  const [first] = held
  const { baseCoin, settleCoin } = (first && instrumentOf(first.position.symbol)) ?? {}
  if (baseCoin === undefined) return null
  const page = {
    kind: 'option',
    baseCoin,
    settle: settleCoin === 'USDC' ? 'usdc' : 'usdt',
  } as const
  return (
    <PageLink page={page} className="rounded-sm text-xs text-accent hover:underline">
      {t('positions.inOptions', { count: held.length })}
    </PageLink>
  )
}

async function closeAll(records: readonly PositionRecord[]): Promise<void> {
  const meant = await askForConfirmation({
    title: message('positions.closeAllTitle'),
    body: message('positions.closeAllBody', { count: records.length }),
    confirm: message('positions.closeAll'),
    dangerous: true,
  })
  if (!meant) return
  await Promise.all(
    records.map(({ position }) =>
      closePosition({
        symbol: position.symbol,
        positionIdx: position.positionIdx,
        qtyLots: position.sizeLots,
      }),
    ),
  )
}

type ListProps = { records: readonly PositionRecord[] | undefined; isVisitor: boolean }

type SortColumn = 'contract' | 'value' | 'unrealised'

/** Live figures are read when sorting; the order is updated at the next change of a position. */
function sortKey({ position }: PositionRecord, column: SortColumn): SortKey {
  if (column === 'contract') return position.symbol
  const instrument = instrumentOf(position.symbol)
  if (instrument === undefined || !isHeld(position)) return undefined
  const { pnlBasis } = useSettings.getState()
  const ticker = tickerStore.shown(position.symbol)
  const figures = figuresNow(position, instrument, ticker, pnlBasis)
  return column === 'value' ? figures?.value : figures?.unrealised
}

function Rows({ records, isVisitor }: ListProps) {
  const t = useT()
  const { choice, head } = useTableSort<SortColumn>()
  const columns = useTableColumns(POSITION_TABLE, positionColumns)
  const appearance = useTableProps(POSITION_TABLE)
  const heads: Record<PositionColumn, ReactNode> = {
    size: (
      <HeadCell column="size" align="end" second={t('positions.value')} {...head('value')}>
        {t('positions.size')}
      </HeadCell>
    ),
    entry: (
      <HeadCell
        column="entry"
        align="end"
        second={
          <Explained content={t('positions.breakEvenHelp')}>{t('positions.breakEven')}</Explained>
        }
      >
        {t('positions.entry')}
      </HeadCell>
    ),
    mark: (
      <HeadCell
        column="mark"
        align="end"
        second={
          <Explained content={t('positions.liquidationHelp')}>
            {t('positions.liquidation')}
          </Explained>
        }
      >
        {t('positions.mark')}
      </HeadCell>
    ),
    margin: (
      <HeadCell column="margin" align="end" second={t('positions.maintenance')}>
        <Explained content={t('positions.marginHelp')}>{t('positions.margin')}</Explained>
      </HeadCell>
    ),
    unrealised: (
      <HeadCell
        column="unrealised"
        align="end"
        second={t('positions.realised')}
        {...head('unrealised')}
      >
        {t('positions.unrealised')}
      </HeadCell>
    ),
    tpsl: (
      <HeadCell column="tpsl" align="end">
        {t('tpsl.column')}
      </HeadCell>
    ),
    trailing: (
      <HeadCell column="trailing" align="end" wraps>
        {t('tpsl.trailingColumn')}
      </HeadCell>
    ),
    autoMargin: (
      <HeadCell column="autoMargin" align="end" second={t('positions.mmrShort')}>
        <Explained content={t('positions.autoMarginHelp')}>{t('positions.autoMargin')}</Explained>
      </HeadCell>
    ),
  }
  const across = columns.length + 2
  return (
    <Table
      label={t('positions.title')}
      minWidthPx={TABLE_PX}
      {...appearance}
      className="min-h-0 flex-1"
    >
      <TableHead>
        <HeadCell sticky {...head('contract')}>
          {t('positions.contract')}
        </HeadCell>
        {columns.map((id) => (
          <Fragment key={id}>{heads[id]}</Fragment>
        ))}
        <HeadCell stickyEnd align="end">
          {t('positions.close')}
        </HeadCell>
      </TableHead>
      <TableBody>
        {sortedRows(records ?? [], choice, sortKey).map((record) => (
          <WithInstrument key={record.key} record={record} as={PositionRow} />
        ))}
        {records === undefined && !isVisitor && <SkeletonRows columns={across} rows={2} />}
        {(records?.length === 0 || isVisitor) && (
          <EmptyRow columns={across}>
            <NoPositions isVisitor={isVisitor} />
          </EmptyRow>
        )}
      </TableBody>
    </Table>
  )
}

function Cards({ records, isVisitor }: ListProps) {
  if (records === undefined && !isVisitor) return <Skeleton className="mx-3 h-24" />
  if (isVisitor || records?.length === 0) return <NoPositions isVisitor={isVisitor} />
  return (
    <ul className="grid min-h-0 flex-1 auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 overflow-auto p-2">
      {records?.map((record) => (
        <WithInstrument key={record.key} record={record} as={PositionCard} />
      ))}
    </ul>
  )
}

type Painted = (props: {
  record: PositionRecord
  position: HeldPosition
  instrument: Instrument
  onShow: () => void
}) => ReactNode

/** Renders a position once its instrument is known. */
function WithInstrument({ record, as: Row }: { record: PositionRecord; as: Painted }) {
  const listing = useListing(record.position.symbol)
  const { position } = record
  if (listing === undefined || !isHeld(position)) return null
  return (
    <Row
      record={record}
      position={position}
      instrument={listing.instrument}
      onShow={() => showListing(listing)}
    />
  )
}

function NoPositions({ isVisitor }: { isVisitor: boolean }) {
  const t = useT()
  if (!isVisitor) {
    return <EmptyState title={t('positions.empty')} body={t('positions.emptyBody')} />
  }
  return <SignedOut title={t('positions.signedOut')} />
}
