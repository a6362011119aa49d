//! Placement of phis for promoted variables.
//!
//! Cytron et al., "Efficiently Computing Static Single Assignment Form", pruned by liveness.

use super::{Promotion, reads, writes};
use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::cfg::Cfg;

/// By block: the variables that need a phi there, ascending.
pub(crate) fn phis(cfg: &Cfg, promotion: &Promotion) -> Vec<Vec<usize>> {
    let blocks = promotion.effects.len();
    let count = promotion.variables.len();
    if count == 0 {
        return vec![Vec::new(); blocks];
    }
    let (mut exposed, mut written) = (vec![Bits::new(count); blocks], vec![Bits::new(count); blocks]);
    for &block in &cfg.order {
        for effect in promotion.effects[block].iter().flatten() {
            for variable in reads(effect) {
                if !written[block].contains(variable) {
                    exposed[block].insert(variable);
                }
            }
            for variable in writes(effect) {
                written[block].insert(variable);
            }
        }
    }
    let alive = alive(cfg, &exposed, &written);
    let frontiers = cfg.frontiers();
    let mut phis: Vec<Bits> = vec![Bits::new(count); blocks];
    for variable in 0..count {
        let mut open: Vec<usize> = cfg.order.iter().copied().filter(|b| written[*b].contains(variable)).collect();
        while let Some(block) = open.pop() {
            for &frontier in &frontiers[block] {
                if alive[frontier].contains(variable) && phis[frontier].insert(variable) {
                    open.push(frontier);
                }
            }
        }
    }
    phis.iter().map(|set| set.iter().collect()).collect()
}

/// By block: the variables that are live at its beginning.
fn alive(cfg: &Cfg, exposed: &[Bits], written: &[Bits]) -> Vec<Bits> {
    let mut alive = exposed.to_vec();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.order.iter().rev() {
            for &successor in &cfg.successors[block] {
                let mut set = alive[successor].clone();
                set.subtract(&written[block]);
                changed |= alive[block].unite(&set);
            }
        }
    }
    alive
}
