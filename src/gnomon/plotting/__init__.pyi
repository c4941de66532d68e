# Written by `make stub` from the names that gnomon finds at run time; a change here would be lost.

__all__: list[str]

from gnomon.plotting.assessment.bias_variance import (
    BiasVarianceDisplay as BiasVarianceDisplay,
)
from gnomon.plotting.assessment.bootstrap_histogram import (
    BootstrapHistogramDisplay as BootstrapHistogramDisplay,
)
from gnomon.plotting.assessment.confusion import (
    ConfusionMatrixDisplay as ConfusionMatrixDisplay,
)
from gnomon.plotting.assessment.coverage import (
    CoverageDisplay as CoverageDisplay,
)
from gnomon.plotting.assessment.critical_difference import (
    CriticalDifferenceDisplay as CriticalDifferenceDisplay,
)
from gnomon.plotting.assessment.fold_diagram import (
    FoldDiagramDisplay as FoldDiagramDisplay,
)
from gnomon.plotting.assessment.member_boundaries import (
    MemberBoundariesDisplay as MemberBoundariesDisplay,
)
from gnomon.plotting.assessment.outcome_table import (
    OutcomeTableDisplay as OutcomeTableDisplay,
)
from gnomon.plotting.assessment.paired_differences import (
    PairedDifferenceDisplay as PairedDifferenceDisplay,
)
from gnomon.plotting.assessment.power_curve import (
    PowerCurveDisplay as PowerCurveDisplay,
)
from gnomon.plotting.assessment.prediction_error import (
    PredictionErrorDisplay as PredictionErrorDisplay,
)
from gnomon.plotting.assessment.split_scores import (
    SplitScoresDisplay as SplitScoresDisplay,
)
from gnomon.plotting.assessment.student_density import (
    StudentDensityDisplay as StudentDensityDisplay,
)
from gnomon.plotting.assessment.subgroups import (
    SubgroupErrorsDisplay as SubgroupErrorsDisplay,
)
from gnomon.plotting.bayes.bell_curve import (
    BellCurveDisplay as BellCurveDisplay,
)
from gnomon.plotting.bayes.class_densities import (
    ClassDensitiesDisplay as ClassDensitiesDisplay,
)
from gnomon.plotting.bayes.class_maps import (
    ClassMapDisplay as ClassMapDisplay,
    ClassMapsDisplay as ClassMapsDisplay,
)
from gnomon.plotting.bayes.code_lengths import (
    CodeLengthsDisplay as CodeLengthsDisplay,
)
from gnomon.plotting.bayes.evidence import (
    EvidenceDisplay as EvidenceDisplay,
)
from gnomon.plotting.bayes.frequency_tree import (
    FrequencyTreeDisplay as FrequencyTreeDisplay,
)
from gnomon.plotting.bayes.information_diagram import (
    InformationDiagramDisplay as InformationDiagramDisplay,
)
from gnomon.plotting.bayes.pictogram import (
    PictogramDisplay as PictogramDisplay,
)
from gnomon.plotting.bayes.prior_sweep import (
    PriorSweepDisplay as PriorSweepDisplay,
)
from gnomon.plotting.bayes.smoothing_curve import (
    SmoothingCurveDisplay as SmoothingCurveDisplay,
)
from gnomon.plotting.bayes.venn import (
    VennDisplay as VennDisplay,
    VennStepsDisplay as VennStepsDisplay,
)
from gnomon.plotting.boundaries.boundary_panels import (
    BoundaryPanelsDisplay as BoundaryPanelsDisplay,
)
from gnomon.plotting.boundaries.class_contours import (
    ClassContoursDisplay as ClassContoursDisplay,
)
from gnomon.plotting.boundaries.cleaning import (
    CleaningDisplay as CleaningDisplay,
)
from gnomon.plotting.boundaries.cost_path import (
    CostPathDisplay as CostPathDisplay,
)
from gnomon.plotting.boundaries.decision_boundary import (
    DecisionBoundaryDisplay as DecisionBoundaryDisplay,
)
from gnomon.plotting.boundaries.descent import (
    DescentDisplay as DescentDisplay,
)
from gnomon.plotting.boundaries.field import (
    DecisionFieldDisplay as DecisionFieldDisplay,
)
from gnomon.plotting.boundaries.landscape import (
    LandscapeDisplay as LandscapeDisplay,
)
from gnomon.plotting.boundaries.log_loss import (
    LogLossDisplay as LogLossDisplay,
)
from gnomon.plotting.boundaries.losses import (
    LossCurvesDisplay as LossCurvesDisplay,
)
from gnomon.plotting.boundaries.margin import (
    MarginDisplay as MarginDisplay,
)
from gnomon.plotting.boundaries.plane_geometry import (
    PlaneGeometryDisplay as PlaneGeometryDisplay,
)
from gnomon.plotting.boundaries.separators import (
    SeparatorsDisplay as SeparatorsDisplay,
)
from gnomon.plotting.boundaries.sigmoid import (
    SigmoidDisplay as SigmoidDisplay,
)
from gnomon.plotting.class_scatter import (
    ClassScatterDisplay as ClassScatterDisplay,
)
from gnomon.plotting.clusters.cluster_labels import (
    ClusterLabelsDisplay as ClusterLabelsDisplay,
)
from gnomon.plotting.clusters.dendrogram import (
    DendrogramDisplay as DendrogramDisplay,
)
from gnomon.plotting.clusters.kernel_frames import (
    KernelKMeansFramesDisplay as KernelKMeansFramesDisplay,
)
from gnomon.plotting.clusters.kmeans_frames import (
    KMeansFramesDisplay as KMeansFramesDisplay,
)
from gnomon.plotting.clusters.links import (
    LinksDisplay as LinksDisplay,
)
from gnomon.plotting.clusters.nested import (
    NestedClustersDisplay as NestedClustersDisplay,
)
from gnomon.plotting.clusters.number import (
    ClusterNumberDisplay as ClusterNumberDisplay,
)
from gnomon.plotting.curves.calibration import (
    CalibrationDisplay as CalibrationDisplay,
)
from gnomon.plotting.curves.cost_curve import (
    CostCurveDisplay as CostCurveDisplay,
)
from gnomon.plotting.curves.detection import (
    DetCurveDisplay as DetCurveDisplay,
)
from gnomon.plotting.curves.learning import (
    LearningCurveDisplay as LearningCurveDisplay,
)
from gnomon.plotting.curves.lift import (
    LiftCurveDisplay as LiftCurveDisplay,
)
from gnomon.plotting.curves.operating_region import (
    OperatingRegionDisplay as OperatingRegionDisplay,
)
from gnomon.plotting.curves.precision_recall import (
    PrecisionRecallDisplay as PrecisionRecallDisplay,
)
from gnomon.plotting.curves.roc import (
    RocCurveDisplay as RocCurveDisplay,
)
from gnomon.plotting.curves.roc_average import (
    RocAverageDisplay as RocAverageDisplay,
)
from gnomon.plotting.curves.roc_mixture import (
    RocMixtureDisplay as RocMixtureDisplay,
)
from gnomon.plotting.curves.roc_ties import (
    RocTiesDisplay as RocTiesDisplay,
)
from gnomon.plotting.curves.skew import (
    SkewDisplay as SkewDisplay,
)
from gnomon.plotting.curves.surface import (
    ValidationSurfaceDisplay as ValidationSurfaceDisplay,
)
from gnomon.plotting.curves.threshold_cost import (
    ThresholdCostDisplay as ThresholdCostDisplay,
)
from gnomon.plotting.curves.threshold_rates import (
    ThresholdRatesDisplay as ThresholdRatesDisplay,
)
from gnomon.plotting.curves.validation import (
    ValidationCurveDisplay as ValidationCurveDisplay,
)
from gnomon.plotting.display import (
    Display as Display,
)
from gnomon.plotting.ensembles.boosting_rounds import (
    BoostingRoundsDisplay as BoostingRoundsDisplay,
)
from gnomon.plotting.ensembles.bootstrap_samples import (
    BootstrapSamplesDisplay as BootstrapSamplesDisplay,
)
from gnomon.plotting.ensembles.ensemble_regions import (
    EnsembleRegionsDisplay as EnsembleRegionsDisplay,
)
from gnomon.plotting.ensembles.error_by_size import (
    EnsembleErrorDisplay as EnsembleErrorDisplay,
)
from gnomon.plotting.ensembles.members import (
    MembersDisplay as MembersDisplay,
)
from gnomon.plotting.ensembles.normalizer import (
    NormalizerDisplay as NormalizerDisplay,
)
from gnomon.plotting.ensembles.regions import (
    ClassRegionsDisplay as ClassRegionsDisplay,
)
from gnomon.plotting.ensembles.rule_coverage import (
    RuleCoverageDisplay as RuleCoverageDisplay,
)
from gnomon.plotting.ensembles.votes import (
    ForestVotesDisplay as ForestVotesDisplay,
)
from gnomon.plotting.experiments.chosen_settings import (
    ChosenSettingsDisplay as ChosenSettingsDisplay,
)
from gnomon.plotting.experiments.importance import (
    PermutationImportanceDisplay as PermutationImportanceDisplay,
)
from gnomon.plotting.experiments.leaderboard import (
    LeaderboardDisplay as LeaderboardDisplay,
)
from gnomon.plotting.experiments.ledger import (
    LedgerDisplay as LedgerDisplay,
)
from gnomon.plotting.experiments.time_quality import (
    TimeQualityDisplay as TimeQualityDisplay,
)
from gnomon.plotting.features.calibration_map import (
    CalibrationMapDisplay as CalibrationMapDisplay,
)
from gnomon.plotting.features.column_bars import (
    ColumnBarsDisplay as ColumnBarsDisplay,
)
from gnomon.plotting.features.correlation_grid import (
    CorrelationGridDisplay as CorrelationGridDisplay,
)
from gnomon.plotting.features.cumulative import (
    CumulativeDisplay as CumulativeDisplay,
)
from gnomon.plotting.features.discretization import (
    DiscretizationDisplay as DiscretizationDisplay,
)
from gnomon.plotting.features.histogram import (
    HistogramDisplay as HistogramDisplay,
)
from gnomon.plotting.features.kinds_table import (
    KindsTableDisplay as KindsTableDisplay,
)
from gnomon.plotting.features.profile import (
    ProfileDisplay as ProfileDisplay,
)
from gnomon.plotting.features.scores import (
    FeatureRankingsDisplay as FeatureRankingsDisplay,
    FeatureScoresDisplay as FeatureScoresDisplay,
)
from gnomon.plotting.features.selection_curve import (
    SelectionCurveDisplay as SelectionCurveDisplay,
)
from gnomon.plotting.features.subset_lattice import (
    SubsetLatticeDisplay as SubsetLatticeDisplay,
)
from gnomon.plotting.features.top_curve import (
    TopCurveDisplay as TopCurveDisplay,
)
from gnomon.plotting.flow_diagram import (
    FlowDiagramDisplay as FlowDiagramDisplay,
)
from gnomon.plotting.kernels.bumps import (
    BumpsDisplay as BumpsDisplay,
)
from gnomon.plotting.kernels.feature_map import (
    FeatureMapDisplay as FeatureMapDisplay,
)
from gnomon.plotting.kernels.kernel_profile import (
    KernelProfileDisplay as KernelProfileDisplay,
)
from gnomon.plotting.kernels.plane_in_space import (
    PlaneInSpaceDisplay as PlaneInSpaceDisplay,
)
from gnomon.plotting.kernels.support_curve import (
    SupportCurveDisplay as SupportCurveDisplay,
)
from gnomon.plotting.kernels.support_gallery import (
    SupportGalleryDisplay as SupportGalleryDisplay,
)
from gnomon.plotting.mixtures.convergence import (
    ConvergenceDisplay as ConvergenceDisplay,
)
from gnomon.plotting.mixtures.density_sum import (
    MixtureDensityDisplay as MixtureDensityDisplay,
)
from gnomon.plotting.mixtures.ellipses import (
    MixtureDisplay as MixtureDisplay,
)
from gnomon.plotting.mixtures.frames import (
    MixtureFramesDisplay as MixtureFramesDisplay,
)
from gnomon.plotting.neighbors.distances import (
    DistanceGeometryDisplay as DistanceGeometryDisplay,
)
from gnomon.plotting.neighbors.error_curve import (
    NeighborCurveDisplay as NeighborCurveDisplay,
)
from gnomon.plotting.neighbors.query import (
    NeighborQueryDisplay as NeighborQueryDisplay,
)
from gnomon.plotting.neighbors.stages import (
    NeighborStagesDisplay as NeighborStagesDisplay,
)
from gnomon.plotting.networks.network import (
    NetworkDisplay as NetworkDisplay,
)
from gnomon.plotting.neural.network_graph import (
    NetworkGraphDisplay as NetworkGraphDisplay,
)
from gnomon.plotting.panels import (
    Panels as Panels,
)
from gnomon.plotting.projections.components import (
    ComponentsDisplay as ComponentsDisplay,
)
from gnomon.plotting.projections.factors import (
    FactorsDisplay as FactorsDisplay,
)
from gnomon.plotting.projections.line_projection import (
    ProjectionDisplay as ProjectionDisplay,
)
from gnomon.plotting.projections.loadings import (
    LoadingsDisplay as LoadingsDisplay,
)
from gnomon.plotting.projections.principal_axes import (
    PrincipalAxesDisplay as PrincipalAxesDisplay,
)
from gnomon.plotting.projections.principal_plane import (
    PrincipalPlaneDisplay as PrincipalPlaneDisplay,
)
from gnomon.plotting.projections.scree import (
    ScreeDisplay as ScreeDisplay,
)
from gnomon.plotting.projections.table_map import (
    TableMapDisplay as TableMapDisplay,
)
from gnomon.plotting.regression.fit import (
    RegressionFitDisplay as RegressionFitDisplay,
)
from gnomon.plotting.regression.generated_data import (
    GeneratedDataDisplay as GeneratedDataDisplay,
)
from gnomon.plotting.regression.line_family import (
    LineFamilyDisplay as LineFamilyDisplay,
)
from gnomon.plotting.regression.normal_curves import (
    NormalCurvesDisplay as NormalCurvesDisplay,
)
from gnomon.plotting.regression.order_curve import (
    OrderCurveDisplay as OrderCurveDisplay,
)
from gnomon.plotting.regression.partial_dependence import (
    PartialDependenceDisplay as PartialDependenceDisplay,
)
from gnomon.plotting.task_kinds import (
    TaskKindsDisplay as TaskKindsDisplay,
)
from gnomon.plotting.trees.class_bars import (
    ClassBarsDisplay as ClassBarsDisplay,
)
from gnomon.plotting.trees.impurity_curve import (
    ImpurityCurveDisplay as ImpurityCurveDisplay,
)
from gnomon.plotting.trees.size_curve import (
    SizeCurveDisplay as SizeCurveDisplay,
)
from gnomon.plotting.trees.strip import (
    StripDisplay as StripDisplay,
)
from gnomon.plotting.trees.tree_diagram import (
    TreeDisplay as TreeDisplay,
)
