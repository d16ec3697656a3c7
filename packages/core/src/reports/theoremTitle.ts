import { requireText } from '../arguments/requireKind.ts'

/** What a theorem is called, and what it is about. */
const titles: Readonly<Record<string, string>> = {
  'a-pairwise-hinge': 'H-consistency of the hinge, labelled pairs',
  'a-pairwise-exponential': 'H-consistency of the exponential, labelled pairs',
  'a-pairwise-sigmoid': 'H-consistency of the sigmoid, labelled pairs',
  'a-bipartite-hinge': 'H-consistency of the hinge, two classes',
  'a-bipartite-exponential': 'H-consistency of the exponential, two classes',
  'a-bipartite-sigmoid': 'H-consistency of the sigmoid, two classes',
  'q-martingale': 'The losses met while learning, online gradient descent',
  'q-ogd': 'Online gradient descent, sharper than Theorem 5',
  'q-ogd-smooth': 'Online gradient descent on a smooth loss, sharper than (8)',
  'q-t5': 'Theorem 5, online gradient descent',
  'q-eq8': 'Equation (8), online gradient descent on a smooth loss',
  'q-t6': 'Theorem 6, minimisers with a penalty',
  'q-t9': 'Theorem 9, any weights in the L2 ball',
  'q-t9-excess': 'Theorem 9, second half: the minimiser over the L2 ball',
  'q-t12': 'Theorem 12, any weights in the L1 ball',
  'q-t12-excess': 'Theorem 12, second half: the minimiser over the L1 ball',
  'q-t17': 'Theorem 17, any weights in the L2 ball, smooth loss',
  'q-t17-excess': 'Theorem 17, second half: the minimiser over the L2 ball, smooth loss',
  'q-cw': 'Chapelle & Wu, for comparison: grows with the lists',
  'o-t14': 'Theorem 14, how far scores move',
  'o-c17': 'Corollary 17, how far the loss of a pair moves',
  'o-t10': 'Theorem 10, the hinge on all terms',
  'o-t12': 'Theorem 12, the gamma loss on all terms',
  'o-c15': 'Corollary 15, the gamma loss on all terms',
  'o-t5': 'Theorem 5, corrected, against scores that are all 0',
  'e-stability': 'Stability of least squares over pairs',
  'e-stability-item': 'Stability of least squares over the pairs of one list',
}

/** The title of a certificate's theorem; its short name where it has none. */
export function theoremTitle(theorem: string): string {
  requireText('theorem', theorem)
  return titles[theorem] ?? theorem
}
