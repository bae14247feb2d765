// A section of the instrument's page with historical data at a chosen interval, and its loading,
// error and empty states.

import type { ReactNode } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { interestSteps, type InterestStep } from './interest-steps.ts'
import { Section } from './Section.tsx'

export function SteppedSection(props: {
  title: string
  step: InterestStep
  onStep: (step: InterestStep) => void
  /** Undefined until there is an answer. */
  isEmpty: boolean | undefined
  isError: boolean
  /** The text shown if there is no data. */
  nothing: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <Section
      title={props.title}
      actions={
        <Segments
          label={t('instrument.steps')}
          value={props.step}
          onChange={props.onStep}
          items={interestSteps}
        />
      }
    >
      {props.isEmpty === undefined && props.isError && <EmptyState title={t('history.failed')} />}
      {props.isEmpty === undefined && !props.isError && <Skeleton className="h-44" />}
      {props.isEmpty === true && <EmptyState title={props.nothing} />}
      {props.isEmpty === false && props.children}
    </Section>
  )
}
