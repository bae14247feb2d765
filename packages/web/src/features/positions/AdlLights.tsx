// The rank of a position in the ADL queue, as five lights (rules 5.9).

import { useT } from '../../i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

const LIGHTS = [1, 2, 3, 4, 5] as const

/** `lit` is 0 to 5; 5 is first in the queue. */
export function AdlLights({ lit }: { lit: number }) {
  const t = useT()
  return (
    <Tooltip content={t('positions.adlHelp')}>
      <button
        type="button"
        aria-label={t('positions.adlOf', { lit })}
        className="flex h-4 items-center gap-px rounded-sm"
      >
        {LIGHTS.map((light) => (
          <span
            key={light}
            aria-hidden
            className={classNames('h-2 w-1', light <= lit ? 'bg-warn' : 'bg-line-strong')}
          />
        ))}
      </button>
    </Tooltip>
  )
}
