// Icons over HTTP: of all listed coins, of symbol labels, and avatars.

import {
  avatarSvg,
  coinIconSvg,
  iconFolder,
  iconThemes,
  labelIconSvg,
  symbolLabels,
} from '@basis/protocol/icons/icons'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { instrumentsWithoutOptions, type Parts } from '../call-context.ts'

/** Adds the paths that the catalogue names as darkIcon, lightIcon and symbolLabelIcon. */
export function addIcons(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { file: string } }>(`${iconFolder}/coins/:file`, ({ params }, reply) => {
    const [, coin = '', named = ''] = /^(.+)-([a-z]+)\.svg$/.exec(params.file) ?? []
    const theme = iconThemes.find((each) => each === named)
    if (theme === undefined || !isCoin(parts, coin)) return reply.callNotFound()
    return send(reply, coinIconSvg(coin, theme))
  })
  app.get<{ Params: { file: string } }>(`${iconFolder}/avatars/:file`, ({ params }, reply) => {
    const [, hid = '', letter = ''] =
      /^([0-9A-Za-z]{1,20})-([0-9A-Za-z])\.svg$/.exec(params.file) ?? []
    return letter === '' ? reply.callNotFound() : send(reply, avatarSvg(hid, letter))
  })
  app.get<{ Params: { file: string } }>(`${iconFolder}/labels/:file`, ({ params }, reply) => {
    const label = symbolLabels.find((each) => params.file === `${each}.svg`)
    return label === undefined ? reply.callNotFound() : send(reply, labelIconSvg(label))
  })
}

const isCoin = (parts: Parts, coin: string): boolean =>
  instrumentsWithoutOptions(parts).some(({ baseCoin, quoteCoin, settleCoin }) =>
    [baseCoin, quoteCoin, settleCoin].includes(coin),
  )

/** An icon may change with a release: clients cache it for one day. */
const send = (reply: FastifyReply, svg: string): FastifyReply =>
  reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(svg)
