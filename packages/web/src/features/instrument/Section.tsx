// The parts of the instrument's page: a heading with controls, and labelled figures.

import { useId, type ReactNode } from 'react'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { Explained } from '../../ui/Tooltip.tsx'

export function Section(props: {
  title: string
  /** Controls at the right end of the heading. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col gap-3 rounded bg-panel p-4 max-md:p-3 ${props.className ?? ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg font-semibold">
          {props.title}
        </h2>
        {props.actions}
      </div>
      {props.children}
    </section>
  )
}

export function Figure({
  name,
  help,
  isWide = false,
  children,
}: {
  name: string
  help?: MessageKey | undefined
  /** Whole sentences take the full width. */
  isWide?: boolean | undefined
  children: ReactNode
}) {
  const t = useT()
  return (
    <div className={isWide ? 'col-span-full' : 'min-w-0'}>
      <dt className="text-2xs text-muted">
        {help === undefined ? name : <Explained content={t({ key: help })}>{name}</Explained>}
      </dt>
      <dd className="text-xs tabular-nums">{children}</dd>
    </div>
  )
}
