// One position, as a row of the table or as a card on a phone.

import { Fragment, type ComponentProps, type ReactNode } from 'react'
import { Pencil, Share2 } from 'lucide-react'
import { amount, priceE8, zero } from '@basis/domain/numbers/fixed'
import type { Amount } from '@basis/domain/numbers/fixed'
import { qtyCoin, valueCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { useConnection } from '../../client/connection.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { setAutoAddMargin } from '../../actions/modes.ts'
import { figuresNow, shownLiquidation, withoutMargins } from '../../stores/position-figures.ts'
import type { ShownFigures } from '../../stores/position-figures.ts'
import type { PositionRecord } from '../../stores/positions.ts'
import { triggerSign } from '../../actions/words/basis-words.ts'
import { useSettings, useTableColumns } from '../../stores/settings.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { historyPageOf } from '../../shell/routes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/Popover.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Fact } from '../../ui/table/Fact.tsx'
import { Cell, TableRow } from '../../ui/table/Table.tsx'
import { Explained, Tooltip } from '../../ui/Tooltip.tsx'
import { OvertakenBadge } from '../tpsl/OvertakenBadge.tsx'
import { AdlLights } from './AdlLights.tsx'
import { CardActions, RowActions } from './RowActions.tsx'
import { realisedParts } from '@basis/domain/instrument/pnl'
import { distanceE2 } from './position-row.ts'
import type { HeldPosition } from '../../stores/positions.ts'
import { usePending } from '../../platform/use-pending.ts'

/** The name under which the table's arrangement is stored. */
export const POSITION_TABLE = 'positions'

export type PositionProps = {
  record: PositionRecord
  position: HeldPosition
  instrument: Instrument
  onShow: () => void
}

/** The row's figures at the live price; undefined until the first price has arrived. */
function useFigures({ position, instrument }: PositionProps) {
  const ticker = useTicker(position.symbol)
  const basis = useSettings((settings) => settings.pnlBasis)
  const isPortfolio = useIsPortfolio()
  const figures = figuresNow(position, instrument, ticker, basis)
  return figures !== undefined && isPortfolio ? withoutMargins(figures) : figures
}

const ink = (value: Amount | undefined): string =>
  value === undefined || value === zero ? 'text-ink' : value > zero ? 'text-up' : 'text-down'

/** The columns between the contract and the buttons, in the table's own order. */
export const positionColumns = [
  'size',
  'entry',
  'mark',
  'margin',
  'unrealised',
  'tpsl',
  'trailing',
  'autoMargin',
] as const
export type PositionColumn = (typeof positionColumns)[number]

export function PositionRow(props: PositionProps) {
  const { position, instrument } = props
  const words = useInstrumentFormat(instrument)
  const figures = useFigures(props)
  const columns = useTableColumns(POSITION_TABLE, positionColumns)
  const isStale = useConnection((connection) => connection.account !== 'live')
  const cells: Record<PositionColumn, ReactNode> = {
    size: (
      <Cell align="end" second={<Value instrument={instrument} figures={figures} />}>
        <Size {...props} />
      </Cell>
    ),
    entry: (
      <Cell align="end" second={<BreakEven {...props} figures={figures} />}>
        <Entry instrument={instrument} figures={figures} />
      </Cell>
    ),
    mark: (
      <Cell align="end" second={<Liquidation {...props} markE8={figures?.markE8} />}>
        {words.priceE8(figures?.markE8)}
      </Cell>
    ),
    margin: (
      <Cell align="end" second={words.settle(figures?.maintenanceMargin)}>
        <Margin {...props} figures={figures} />
      </Cell>
    ),
    unrealised: (
      <Cell align="end">
        {/* Beside both lines: above the second line it would be too close for touch. */}
        <span className="flex items-center justify-end gap-1">
          <Share position={position} />
          <span>
            <Unrealised {...props} figures={figures} />
            <span className="block text-2xs text-soft">
              <Realised {...props} />
            </span>
          </span>
        </span>
      </Cell>
    ),
    tpsl: (
      <Cell align="end">
        <Protection {...props} />
      </Cell>
    ),
    trailing: (
      <Cell align="end">
        <Trailing {...props} />
      </Cell>
    ),
    autoMargin: (
      <Cell align="end" second={<MmrCloseButton {...props} />}>
        <AutoMargin position={position} />
      </Cell>
    ),
  }
  return (
    <TableRow pending={isStale}>
      <Cell sticky>
        <Contract {...props} />
      </Cell>
      {columns.map((id) => (
        <Fragment key={id}>{cells[id]}</Fragment>
      ))}
      <Cell stickyEnd align="end">
        <RowActions position={position} />
      </Cell>
    </TableRow>
  )
}

export function PositionCard(props: PositionProps) {
  const t = useT()
  const { position, instrument } = props
  const words = useInstrumentFormat(instrument)
  const figures = useFigures(props)
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex items-start justify-between gap-2">
        <Contract {...props} />
        <span className="flex items-center gap-1">
          <Unrealised {...props} figures={figures} />
          <Share position={position} />
        </span>
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-x-3 gap-y-2">
        <Fact label={t('positions.size')}>
          <Size {...props} />
        </Fact>
        <Fact label={t('positions.entry')}>
          <Entry instrument={instrument} figures={figures} />
        </Fact>
        <Fact label={t('positions.mark')}>{words.priceE8(figures?.markE8)}</Fact>
        <Fact label={t('positions.value')}>
          <Value instrument={instrument} figures={figures} />
        </Fact>
        <Fact label={t('positions.breakEven')}>
          <BreakEven {...props} figures={figures} />
        </Fact>
        <Fact label={t('positions.liquidation')}>
          <Liquidation {...props} markE8={figures?.markE8} />
        </Fact>
        <Fact label={t('positions.margin')}>
          <Margin {...props} figures={figures} />
        </Fact>
        <Fact label={t('positions.maintenance')}>{words.settle(figures?.maintenanceMargin)}</Fact>
        <Fact label={t('positions.realised')}>
          <Realised {...props} />
        </Fact>
      </dl>
      <dl className="mt-2 flex flex-wrap justify-between gap-3">
        <Fact label={t('tpsl.column')}>
          <Protection {...props} />
        </Fact>
        <Fact label={t('tpsl.trailingColumn')}>
          <Trailing {...props} />
        </Fact>
        <Fact label={t('positions.autoMargin')}>
          <AutoMargin position={position} />
        </Fact>
        {!position.isIsolated && (
          <Fact label={t('positions.mmrClose')}>
            <MmrCloseButton {...props} isLabelled />
          </Fact>
        )}
      </dl>
      <div className="mt-3 flex gap-2 *:h-9 *:flex-1">
        <CardActions position={position} />
      </div>
    </li>
  )
}

function Contract({ record, position, onShow }: PositionProps) {
  const t = useT()
  const format = useFormat()
  const isLong = position.side === 'Buy'
  const isPortfolio = useIsPortfolio()
  const leverage = format.leverage(position.leverageE2)
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className={classNames('h-7 w-0.5 rounded-full', isLong ? 'bg-up-solid' : 'bg-down-solid')}
      />
      <span className="flex flex-col items-start">
        <button
          type="button"
          aria-label={t('positions.goTo', { symbol: position.symbol })}
          onClick={onShow}
          className="rounded-sm font-medium hover:text-accent"
        >
          {nameOf(position.symbol)}
        </button>
        <span className="flex items-center gap-1 text-2xs text-muted">
          <Badge tone={isLong ? 'up' : 'down'}>
            {t(isLong ? 'positions.long' : 'positions.short')}
          </Badge>
          {isPortfolio
            ? t('margin.portfolio')
            : t(position.isIsolated ? 'positions.isolatedLeverage' : 'positions.crossLeverage', {
                leverage,
              })}
          <AdlLights lit={record.adlIndicator} />
        </span>
      </span>
    </span>
  )
}

function Size({ position, instrument }: PositionProps) {
  const words = useInstrumentFormat(instrument)
  const isLong = position.side === 'Buy'
  const lots = isLong ? position.sizeLots : -position.sizeLots
  return (
    <span className={isLong ? 'text-up' : 'text-down'}>
      {words.qty(lots, true)} {qtyCoin(instrument)}
    </span>
  )
}

type Figured = { instrument: Instrument; figures: ShownFigures | undefined }

/** The value of the position at the mark price. */
function Value({ instrument, figures }: Figured) {
  const words = useInstrumentFormat(instrument)
  return `${words.value(figures?.value)} ${valueCoin(instrument)}`
}

/** For a contract with sessions, the price from which profit is computed is shown too (1.8). */
function Entry({ instrument, figures }: Figured) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const text = words.priceE8(figures?.entryE8)
  if (figures?.sessionE8 === undefined) return text
  const price = words.priceE8(figures.sessionE8)
  return <Explained content={t('positions.sessionPrice', { price })}>{text}</Explained>
}

/** Rounded towards the side without a loss. */
function BreakEven({ position, instrument, figures }: Figured & { position: HeldPosition }) {
  const words = useInstrumentFormat(instrument)
  const price = figures === undefined || figures.breakEvenE8 === 0 ? undefined : figures.breakEvenE8
  return words.priceE8(price, position.side === 'Buy' ? 'up' : 'down')
}

function Liquidation(props: PositionProps & { markE8: number | undefined }) {
  const t = useT()
  const format = useFormat()
  const { record, position, instrument, markE8 } = props
  const { symbol, positionIdx } = position
  const words = useInstrumentFormat(instrument)
  const ticks = shownLiquidation(instrument, record.liquidationTicks)
  const away =
    ticks === undefined || markE8 === undefined
      ? undefined
      : distanceE2(instrument, priceE8(markE8), ticks)
  const percent =
    away === undefined ? undefined : format.percent({ units: away, scale: 2 }, { signed: false })
  const content =
    percent === undefined
      ? t('positions.liquidationHelp')
      : t('positions.liquidationAway', { percent })
  return (
    <Tooltip content={content}>
      <button
        type="button"
        aria-label={`${words.price(ticks)}, ${t('margin.callOpen', { symbol })}`}
        onClick={() => openDialog({ kind: 'marginCall', symbol, positionIdx })}
        className="rounded-sm text-warn hover:underline"
      >
        {words.price(ticks)}
      </button>
    </Tooltip>
  )
}

/** The margin of an isolated position can be changed; a cross position shares the account's. */
function Margin(props: PositionProps & { figures: ShownFigures | undefined }) {
  const t = useT()
  const { position, instrument, figures } = props
  const words = useInstrumentFormat(instrument)
  const { symbol, positionIdx, isIsolated } = position
  const text = words.settle(figures?.initialMargin)
  if (!isIsolated) return text
  return (
    <button
      type="button"
      aria-label={t('positions.changeMargin', { symbol })}
      onClick={() => openDialog({ kind: 'addMargin', symbol, positionIdx })}
      className="inline-flex items-center gap-1 rounded-sm hover:text-accent"
    >
      {text}
      <Pencil className="size-3 text-muted" aria-hidden />
    </button>
  )
}

/** The TP/SL and trailing stop of the position, with the button that opens their dialog. */
function Protection({ record, position, instrument }: PositionProps) {
  const t = useT()
  const { symbol, positionIdx } = position
  const { full, partial } = record.tpsl
  const { price } = useInstrumentFormat(instrument)
  const prices =
    full === undefined
      ? []
      : [price(full.takeProfit?.triggerTicks), price(full.stopLoss?.triggerTicks)]
  const { length: count } = partial
  // A row has two lines: one for each price, or one for both if the partial entries have the other.
  const lines = count === 0 ? prices : [prices.join(' / '), t('tpsl.entries', { count })]
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <EditButton
        label={t('tpsl.edit', { symbol })}
        lines={lines.filter((line) => line !== '')}
        onClick={() => openDialog({ kind: 'tpsl', symbol, positionIdx })}
      />
      <OvertakenBadge record={record} position={position} instrument={instrument} />
    </span>
  )
}

function Trailing({ record, position, instrument }: PositionProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, positionIdx } = position
  const { price } = useInstrumentFormat(instrument)
  const { rateE4, distanceTicks, activationTicks, triggerTicks } = record.tpsl.trailing ?? {}
  const retracement =
    rateE4 === undefined
      ? distanceTicks && price(distanceTicks)
      : format.percent({ units: rateE4, scale: 2 }, { signed: false })
  // Before its activation it waits for a rise of the last price (long) or a fall (short).
  const activation =
    activationTicks === undefined || triggerTicks !== undefined
      ? undefined
      : `${triggerSign(position.side === 'Buy' ? 1 : 2)} ${price(activationTicks)}`
  return (
    <EditButton
      label={t('tpsl.trailingEdit', { symbol })}
      lines={[retracement, activation].filter((line) => line !== undefined)}
      onClick={() => openDialog({ kind: 'trailing', symbol, positionIdx })}
    />
  )
}

function EditButton(props: { label: string; lines: readonly string[]; onClick: () => void }) {
  const t = useT()
  const { label, lines, onClick } = props
  return (
    <button
      type="button"
      aria-label={lines.length === 0 ? label : `${label}: ${lines.join(', ')}`}
      onClick={onClick}
      className="inline-flex items-center gap-1 rounded-sm text-end hover:text-accent"
    >
      {lines.length === 0 ? (
        <span className="text-accent">{t('tpsl.none')}</span>
      ) : (
        <span className="flex flex-col text-2xs leading-3.5">
          {lines.map((line, place) => (
            <span key={place}>{line}</span>
          ))}
        </span>
      )}
      {lines.length > 0 && <Pencil className="size-3 text-muted" aria-hidden />}
    </button>
  )
}

/**
 * The button of the MMR close order, for cross positions only; with its own label if no heading
 * names it.
 */
function MmrCloseButton({ record, position, isLabelled = false }: PositionProps & Labelled) {
  const t = useT()
  const format = useFormat()
  const { symbol, positionIdx } = position
  const { mmrClose } = record
  const isPortfolio = useIsPortfolio()
  if (position.isIsolated || (isPortfolio && mmrClose === undefined)) return null
  const rate =
    mmrClose === undefined
      ? undefined
      : `≥ ${format.percent({ units: mmrClose.rateE4, scale: 2 }, { signed: false })}`
  return (
    <button
      type="button"
      aria-label={[t('positions.mmrCloseOf', { symbol }), rate].filter(Boolean).join(': ')}
      onClick={() => openDialog({ kind: 'mmrClose', symbol, positionIdx })}
      className="rounded-sm text-accent hover:underline"
    >
      {isLabelled ? (rate ?? t('tpsl.none')) : `${t('positions.mmrShort')} ${rate ?? '+'}`}
    </button>
  )
}

type Labelled = { isLabelled?: boolean }

/** Spec 5: only an isolated position, which has a size and an entry price, can be replenished. */
function AutoMargin({ position }: { position: HeldPosition }) {
  const t = useT()
  const { symbol, positionIdx, isIsolated, isAutoAddMargin } = position
  const [isSending, during] = usePending()
  const set = async (isOn: boolean): Promise<void> => {
    await during(setAutoAddMargin(symbol, positionIdx, isOn))
  }
  return (
    <Switch
      label={t('positions.autoMarginOf', { symbol })}
      labelHidden
      checked={isAutoAddMargin}
      disabled={!isIsolated || isSending}
      onChange={(isOn) => void set(isOn)}
    />
  )
}

function Unrealised(props: PositionProps & { figures: ShownFigures | undefined }) {
  const format = useFormat()
  const { instrument, figures } = props
  const words = useInstrumentFormat(instrument)
  if (figures === undefined) return '--'
  return (
    <span className={classNames('font-medium', ink(figures.unrealised))}>
      {words.settle(figures.unrealised, { signed: true, rounding: 'down' })} {instrument.settleCoin}{' '}
      <span className="text-2xs font-normal">
        {format.percent({ units: figures.roiE2, scale: 2 })}
      </span>
    </span>
  )
}

/** Opens the position's poster. */
function Share({ position: { symbol, positionIdx } }: Pick<PositionProps, 'position'>) {
  const t = useT()
  return (
    <IconButton
      label={t('poster.shareOf', { symbol })}
      onClick={() => openDialog({ kind: 'poster', symbol, positionIdx })}
    >
      <Share2 aria-hidden />
    </IconButton>
  )
}

function Realised({ position, instrument }: PositionProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const { symbol } = position
  const { trade, fees, funding } = realisedParts(position)
  const marketType = useListing(symbol)?.marketType
  const history = marketType && historyPageOf(marketType)
  const money = (value: Amount): string => words.settle(value, { signed: true })
  const parts = [
    [t('positions.realisedTrade'), trade],
    [t('positions.realisedFees'), fees],
    [t('positions.realisedFunding'), funding],
  ] as const
  const list = (
    <dl className="grid grid-cols-2 gap-x-4">
      {parts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end">{money(value)}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Popover
      label={t('positions.realised')}
      side="top"
      align="end"
      className="p-2! text-xs"
      trigger={
        <ExplainedButton
          explanation={list}
          className={classNames('rounded-sm', ink(position.realisedPnl))}
        >
          {money(amount(position.realisedPnl ?? zero))}
        </ExplainedButton>
      }
    >
      {list}
      {history !== undefined && (
        <PageLink
          page={history}
          className="mt-2 inline-block rounded-sm text-accent hover:underline"
        >
          {t('positions.viewAll')}
        </PageLink>
      )}
    </Popover>
  )
}

/** A button with an explanation on hover and focus; it accepts a popover's trigger props. */
function ExplainedButton({
  explanation,
  ...button
}: ComponentProps<'button'> & { explanation: ReactNode }) {
  return (
    <Tooltip content={explanation}>
      <button type="button" {...button} />
    </Tooltip>
  )
}
