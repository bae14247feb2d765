// Figures under a form: the current value and the resulting one.

import type { ReactNode } from 'react'

export type Figure = {
  readonly label: ReactNode
  readonly now: ReactNode
  /** The resulting value; absent if it is not known or does not change. */
  readonly then?: ReactNode | undefined
}

/** Named figures under a form; an unchanged one is written once. */
export function Figures({ rows }: { rows: readonly Figure[] }) {
  return (
    <dl className="flex flex-col gap-1 rounded border border-line bg-panel p-2 text-xs">
      {rows.map(({ label, now, then }, at) => (
        <div key={at} className="flex flex-wrap items-center justify-between gap-x-2">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto">
            {now}
            {then !== undefined && then !== now && (
              <>
                <span className="text-muted"> → </span>
                {then}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
