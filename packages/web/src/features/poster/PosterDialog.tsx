// The poster of a position: shown, copied, saved, or passed to the phone's share sheet.

import { useEffect, useRef, useState } from 'react'
import { labelOfLevel, type UserInfo } from '@basis/protocol/account'
import { useSession } from '../../client/session.ts'
import { askCandles } from '../../stores/candles.ts'
import { nameOf, useListing, type Listing } from '../../stores/catalogue.ts'
import { figuresNow, type PositionFigures } from '../../stores/position-figures.ts'
import { isHeld, positionKey, usePositions, type HeldPosition } from '../../stores/positions.ts'
import { useSettings } from '../../stores/settings.ts'
import { useWallet } from '../../stores/wallet.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { useLanguage, useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { saveFile } from '../../platform/saved-file.ts'
import { notify } from '../../shell/notices.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { HEIGHT, paintPoster, WIDTH } from './paint-poster.ts'
import { posterOf, spokenPoster } from './poster.ts'

type Props = { request: Extract<DialogRequest, { kind: 'poster' }>; onClose: () => void }

/** The row's figures when its poster was opened. */
type Moment = {
  readonly position: HeldPosition
  readonly listing: Listing
  readonly figures: PositionFigures
  readonly user: UserInfo
  readonly timeMs: number
}

export function PosterDialog({ request, onClose }: Props) {
  const { symbol, positionIdx } = request
  const key = positionKey(symbol, positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(symbol)
  const user = useSession((session) => session.user)
  const level = useWallet()?.fees.level
  // Frozen when opened, so that the saved image is the one that was shown.
  const [moment] = useState((): Moment | undefined => {
    if (record === undefined || listing === undefined || user === undefined) return undefined
    const { position } = record
    const { pnlBasis } = useSettings.getState()
    if (!isHeld(position)) return undefined
    const figures = figuresNow(position, listing.instrument, tickerStore.shown(symbol), pnlBasis)
    // The wallet has a fee level that changed since the sign-in.
    const label = level === undefined ? user.loyalty_vip_info : labelOfLevel(level)
    const shown = { ...user, loyalty_vip_info: label }
    return figures && { position, listing, figures, user: shown, timeMs: Date.now() }
  })
  return moment === undefined ? null : <Shown moment={moment} onClose={onClose} />
}

type Kind = 'standard' | 'extra'

function Shown({ moment, onClose }: { moment: Moment; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { listing, ...source } = moment
  const poster = posterOf(
    {
      ...source,
      instrument: listing.instrument,
      contract: nameOf(listing.symbol),
      origin: globalThis.location.origin,
      language,
    },
    t,
    format,
  )
  const hasExtra = poster.worth !== undefined
  const [kind, setKind] = useState<Kind>(hasExtra ? 'extra' : 'standard')
  const isExtra = kind === 'extra'
  const prices = useDayOfPrices(listing.symbol)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return undefined
    let isGone = false
    const paint = (): void => {
      if (!isGone) paintPoster(current, { poster, isExtra, prices, language })
    }
    paint()
    // A font loads when it is first used, and this may be the first use of its weight.
    void document.fonts.ready.then(paint)
    return () => {
      isGone = true
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('poster.title')}
      footer={<Ways canvas={canvas} name={`basis-${listing.symbol}.png`} />}
    >
      <div className="flex flex-col items-center gap-3">
        {hasExtra && (
          <Segments
            wide
            size="md"
            label={t('poster.kind')}
            value={kind}
            onChange={setKind}
            items={[
              { value: 'standard', label: t('poster.standard') },
              { value: 'extra', label: t('poster.extra') },
            ]}
          />
        )}
        <canvas
          ref={canvas}
          role="img"
          aria-label={spokenPoster(poster, isExtra)}
          className="w-full max-w-72 rounded"
          style={{ aspectRatio: `${WIDTH} / ${HEIGHT}` }}
        />
        <span className="flex w-full min-w-0 items-center gap-1 text-xs text-soft">
          <span className="min-w-0 flex-1 truncate">{poster.link}</span>
          <CopyButton text={poster.link} label={t('account.copyInvite')} />
        </span>
      </div>
    </Dialog>
  )
}

const QUARTER = '15'
const DAY_OF_QUARTERS = 96

/** Returns the closes of the last day; if they cannot be loaded the poster has no price line. */
function useDayOfPrices(symbol: string): readonly number[] {
  const [prices, setPrices] = useState<readonly number[]>([])
  useEffect(() => {
    let isGone = false
    const range = { count: DAY_OF_QUARTERS }
    void askCandles({ symbol, resolution: QUARTER, source: 'last' }, range).then((outcome) => {
      if (!isGone && outcome.ok) setPrices(outcome.value.map(({ closeE8 }) => closeE8))
    })
    return () => {
      isGone = true
    }
  }, [symbol])
  return prices
}

type WaysProps = { canvas: React.RefObject<HTMLCanvasElement | null>; name: string }

/** The actions on the image; those that the browser does not support are left out. */
function Ways({ canvas, name }: WaysProps) {
  const t = useT()
  const file = (): Promise<File> => pictureOf(canvas.current, name)
  const run = (act: Promise<unknown>, isAnnounced = false): void => {
    act.then(
      () =>
        isAnnounced && notify({ kind: 'poster', tone: 'success', title: message('poster.copied') }),
      (error: unknown) => {
        // Closing the share sheet is not a failure.
        if (error instanceof DOMException && error.name === 'AbortError') return
        notify({ kind: 'poster', tone: 'failure', title: message('poster.failed') })
      },
    )
  }
  return (
    <>
      {canShareFiles() && (
        <Button onClick={() => run(file().then((each) => navigator.share({ files: [each] })))}>
          {t('poster.share')}
        </Button>
      )}
      {canCopyPictures() && (
        <Button onClick={() => run(copyPicture(file()), true)}>{t('poster.copy')}</Button>
      )}
      <Button variant="primary" onClick={() => run(file().then(save))}>
        {t('poster.save')}
      </Button>
    </>
  )
}

function pictureOf(canvas: HTMLCanvasElement | null, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    if (canvas === null) return reject(new Error('There is no poster'))
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser made no picture'))
      else resolve(new File([blob], name, { type: 'image/png' }))
    }, 'image/png')
  })
}

function canShareFiles(): boolean {
  if (!('canShare' in navigator)) return false
  return navigator.canShare({ files: [new File([], 'poster.png', { type: 'image/png' })] })
}

// Outside a secure context there is no clipboard, contrary to the types.
const canCopyPictures = (): boolean => 'ClipboardItem' in globalThis && globalThis.isSecureContext

/** Safari requires the ClipboardItem within the click; its image may follow as a promise. */
const copyPicture = (file: Promise<File>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': file })])

const save = (file: File): void => saveFile(document, file.name, file)
