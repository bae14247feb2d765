// The state of a page or panel whose data could not be loaded.

import { TriangleAlert } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'

/** The part of a React Query result that is needed to show a failure. */
type FailedQuery = { readonly isFetching: boolean; readonly refetch: () => Promise<unknown> }

export function LoadFailed({ query, className }: { query: FailedQuery; className?: string }) {
  const t = useT()
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<TriangleAlert />}
        title={t('history.failed')}
        action={
          <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
            {t('shell.retry')}
          </Button>
        }
      />
    </div>
  )
}
