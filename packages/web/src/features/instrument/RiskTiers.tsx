// The risk-limit tiers of a contract: the maximum position value and the margin rates of each.

import { useQuery } from '@tanstack/react-query'
import { valueCoin } from '@basis/domain/instrument/instrument'
import type { WireRiskLimit } from '@basis/protocol/instrument'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useViewport } from '../../platform/viewport.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import {
  Cell,
  EmptyRow,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/table/Table.tsx'
import { askRiskLimits } from './risk-limits.ts'
import { Section } from './Section.tsx'

/** On a phone a cell has two figures. */
const columnsOf = (isPhone: boolean): number => (isPhone ? 4 : 6)

export function RiskTiers({ listing }: { listing: Listing }) {
  const t = useT()
  const { symbol } = listing
  const isPhone = useViewport() === 'phone'
  const columns = columnsOf(isPhone)
  const { data } = useQuery({
    queryKey: ['riskLimits', symbol],
    queryFn: () => askRiskLimits(symbol),
  })
  return (
    <Section title={t('instrument.tiers')}>
      <p className="text-xs text-soft">{t('instrument.tiersHelp')}</p>
      <Table
        label={t('instrument.tiers')}
        density="compact"
        minWidthPx={isPhone ? undefined : 560}
        className="max-h-96 shrink-0"
      >
        <TableHead>
          {isPhone ? <NarrowHead listing={listing} /> : <Head listing={listing} />}
        </TableHead>
        <TableBody>
          {data === undefined && <SkeletonRows columns={columns} rows={8} />}
          {data?.length === 0 && (
            <EmptyRow columns={columns}>
              <EmptyState title={t('instrument.noTiers')} />
            </EmptyRow>
          )}
          {data?.map((tier) => (
            <TierRow key={tier.id} tier={tier} isPhone={isPhone} />
          ))}
        </TableBody>
      </Table>
    </Section>
  )
}

function Head({ listing: { instrument } }: { listing: Listing }) {
  const t = useT()
  const names = [
    t('instrument.valueUpTo', { coin: valueCoin(instrument) }),
    t('book.maxLeverage'),
    t('instrument.initialMargin'),
    t('instrument.maintenanceMargin'),
    t('instrument.deduction', { coin: instrument.settleCoin }),
  ]
  return (
    <>
      <HeadCell sticky>{t('instrument.tier')}</HeadCell>
      {names.map((name) => (
        <HeadCell key={name} align="end" wraps>
          {name}
        </HeadCell>
      ))}
    </>
  )
}

function NarrowHead({ listing: { instrument } }: { listing: Listing }) {
  const t = useT()
  return (
    <>
      <HeadCell>{t('instrument.tier')}</HeadCell>
      <HeadCell align="end" wraps second={t('book.maxLeverage')}>
        {t('instrument.valueUpTo', { coin: valueCoin(instrument) })}
      </HeadCell>
      <HeadCell align="end" wraps second={t('instrument.maintenanceMargin')}>
        {t('instrument.initialMargin')}
      </HeadCell>
      <HeadCell align="end" wraps>
        {t('instrument.deduction', { coin: instrument.settleCoin })}
      </HeadCell>
    </>
  )
}

function TierRow({ tier, isPhone }: { tier: WireRiskLimit; isPhone: boolean }) {
  const format = useFormat()
  const rate = (rateE8: number): string =>
    format.percent({ units: rateE8, scale: 6 }, { signed: false })
  const whole = (text: string): string => format.trimmed(text)
  const leverage = format.leverage(tier.maxLeverageE2)
  const maintenance = rate(tier.maintainMarginE8)
  return (
    <TableRow>
      <Cell sticky={!isPhone}>{tier.id}</Cell>
      <Cell align="end" second={isPhone ? leverage : undefined}>
        {whole(tier.limit)}
      </Cell>
      {!isPhone && <Cell align="end">{leverage}</Cell>}
      <Cell align="end" second={isPhone ? maintenance : undefined}>
        {rate(tier.startingMarginE8)}
      </Cell>
      {!isPhone && <Cell align="end">{maintenance}</Cell>}
      <Cell align="end">{whole(tier.mmDeduction)}</Cell>
    </TableRow>
  )
}
