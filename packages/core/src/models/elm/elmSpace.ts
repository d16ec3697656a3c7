import { namedOption } from '../../problems/namedOption.ts'
import type { FunctionSpace } from '../common/certifiable.ts'
import type { ElmModel } from './elm.ts'
import { layerReach } from './layerReach.ts'

/** The weighted sums of the hidden nodes. */
export function elmSpace({ nodes, training, options }: ElmModel): FunctionSpace {
  const bounded = nodes.kind === 'gaussian' || nodes.kind === 'fourier' || nodes.kind === 'sigmoid'
  const origin = `√Σ φᵢ² of ${nodes.count} ${nodes.kind} nodes`
  return {
    reach: ({ featureRadius, certain }) => ({
      value: layerReach(nodes, bounded && !certain ? Infinity : featureRadius),
      origin,
      dependsOnRows: !bounded,
    }),
    // The penalties tried are in proportion to the training data, which no division of delta makes up for.
    ...(!training.given.includes('lambda') && {
      penaltiesFollow: `they follow the size of the nodes on them; give ${namedOption('lambda', 'train')}`,
    }),
    options: [
      {
        option: 'nodeScale',
        subject: 'The scale of the nodes',
        ...(options['nodeScale'] === undefined && {
          follows: `it follows the spread of their features; give ${namedOption('nodeScale', 'train')}`,
        }),
      },
    ],
  }
}
