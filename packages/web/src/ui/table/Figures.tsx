// Figures under a form: what is and what becomes of it.

import type { ReactNode } from 'react'

export type Figure = {
  readonly label: ReactNode
  readonly now: ReactNode
  /** What it becomes; left out while that is not known, or where nothing becomes of it. */
  readonly then?: ReactNode | undefined
}

/** Figures under a form, each by its name; what does not change is written once. */
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
