// The page of options: the chain of a coin, the ticket and book of the chosen option, and what the
// trader has of options.

import { useEffect, useState } from 'react'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useViewport } from '../../platform/viewport.ts'
import { useTradePage } from '../../shell/location.ts'
import { useListing } from '../../stores/catalogue.ts'
import { useChain, type ChainName } from '../../stores/options/chain.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { expiriesOf, middleRow, type Picked } from './chain-rows.ts'
import { ChainHeading } from './ChainHeading.tsx'
import { OptionChain } from './OptionChain.tsx'
import { OptionBook } from './OptionBook.tsx'
import { OptionHoldings } from './OptionHoldings.tsx'
import { OptionTicket } from './OptionTicket.tsx'

export function OptionPage() {
  const page = useTradePage()
  const baseCoin = page.kind === 'option' ? page.baseCoin : 'BTC'
  const settle = page.kind === 'option' ? page.settle : 'usdc'
  const settleCoin = settle === 'usdc' ? 'USDC' : 'USDT'
  return (
    <main className="min-h-0 flex-1 overflow-auto p-1">
      <OneChain key={`${baseCoin} ${settleCoin}`} name={{ baseCoin, settleCoin }} />
    </main>
  )
}

function OneChain({ name }: { name: ChainName }) {
  const t = useT()
  const chain = useChain(name)
  const isPhone = useViewport() === 'phone'
  const isTrader = useSession(({ status }) => status === 'trader')
  const [shown, setShown] = useState<number>()
  const [picked, setPicked] = useState<Picked>()
  const title = t('options.title', { coin: name.baseCoin, settle: name.settleCoin })
  useEffect(() => {
    document.title = `${title} | Basis`
  }, [title])
  if (chain === undefined) return <Skeleton className="h-96" />
  const expiries = expiriesOf(chain.list)
  const expiry = expiries.find(({ deliveryMs }) => deliveryMs === shown) ?? expiries[0]
  const first = middleRow(expiry?.rows ?? [])
  const one = picked ?? (isPhone || first?.call === undefined ? undefined : { symbol: first.call })
  return (
    <div className="mx-auto flex max-w-[120rem] flex-col gap-1">
      <ChainHeading
        name={name}
        coins={chain.baseCoins}
        expiries={expiries}
        shown={expiry?.deliveryMs}
        onShow={setShown}
      />
      {expiry === undefined ? (
        <EmptyState title={t('options.none', { coin: name.baseCoin })} />
      ) : (
        <div className="grid gap-1 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-1">
            <div className="rounded bg-panel">
              <OptionChain expiry={expiry} picked={one?.symbol} onPick={setPicked} />
            </div>
            {isTrader && <OptionHoldings onPick={setPicked} />}
          </div>
          {!isPhone && one !== undefined && (
            <div className="rounded bg-panel p-3">
              <OneOption key={one.symbol} picked={one} onPick={setPicked} />
            </div>
          )}
        </div>
      )}
      {isTrader && expiry === undefined && <OptionHoldings onPick={setPicked} />}
      {isPhone && (
        <Sheet
          open={picked !== undefined}
          onClose={() => setPicked(undefined)}
          title={picked?.symbol ?? ''}
        >
          <div className="p-3">
            {picked !== undefined && (
              <OneOption key={picked.symbol} picked={picked} onPick={setPicked} />
            )}
          </div>
        </Sheet>
      )}
    </div>
  )
}

type OneProps = { picked: Picked; onPick: (picked: Picked) => void }

function OneOption({ picked, onPick }: OneProps) {
  const listing = useListing(picked.symbol)
  if (listing === undefined) return <Skeleton className="h-96" />
  const { instrument } = listing
  return (
    <div className="flex flex-col gap-4">
      <OptionTicket instrument={instrument} picked={picked} />
      <OptionBook
        instrument={instrument}
        onPick={(price, side) => onPick({ symbol: instrument.symbol, price, side })}
      />
    </div>
  )
}
