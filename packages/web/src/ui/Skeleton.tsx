// Placeholders for data that is still loading, and for lists that are empty.

import type { ReactNode } from 'react'
import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** A grey bar in place of a text that is loading; give it a size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden className={classNames('block animate-pulse rounded bg-hover', className)} />
  )
}

export function Spinner({ label }: { label: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-xs text-muted">
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      {label}
    </span>
  )
}

export type EmptyStateProps = {
  title: ReactNode
  /** One sentence of help. */
  body?: ReactNode | undefined
  /** The action that fills the list. */
  action?: ReactNode | undefined
  icon?: ReactNode | undefined
}

export function EmptyState({ title, body, action, icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 p-4 text-center">
      {icon !== undefined && (
        <span className="text-muted [&_svg]:size-6" aria-hidden>
          {icon}
        </span>
      )}
      <p className="text-xs text-soft">{title}</p>
      {body !== undefined && <p className="max-w-80 text-2xs text-muted">{body}</p>}
      {action}
    </div>
  )
}
