// The cluster gateway that the page is connected to, and the exchange behind it.

import type { Venue } from '../../stores/venue.ts'
import { useT } from '../../i18n/i18n.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

export function SpokenTo({ cluster }: { readonly cluster: NonNullable<Venue['cluster']> }) {
  const t = useT()
  return (
    <Tooltip content={t('cluster.gatewayBody', cluster)}>
      <button type="button" className="h-6 cursor-help rounded-sm">
        {t('cluster.gateway', cluster)}
      </button>
    </Tooltip>
  )
}
