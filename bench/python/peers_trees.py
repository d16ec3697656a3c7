"""The same trees in LightGBM, XGBoost and ONNX Runtime. A split of ours sends x to the left where x <= threshold, XGBoost's where x < threshold."""


def loaded(input):
    import numpy

    splits = input["leaves"] - 1
    shape = (input["trees"], splits)
    read = lambda name, kind: numpy.fromfile(input[name], dtype=kind)
    values = read("values", "<f4").reshape(input["requests"], input["rows"], input["width"])
    trees = list(
        zip(
            read("columns", "<u4").reshape(shape),
            read("thresholds", "<f4").reshape(shape),
            read("left", "<i4").reshape(shape),
            read("right", "<i4").reshape(shape),
            read("outputs", "<f8").reshape(input["trees"], input["leaves"]),
        )
    )
    return numpy, values, trees


def answering(numpy, values, predict):
    def run():
        for request in values:
            last = predict(request)
        return float(numpy.abs(numpy.asarray(last, dtype="f8")).sum())

    return run


def lightgbm_booster(input, trees, counts):
    """Counts are the rows of the splits of each tree, and of its leaves."""
    import lightgbm

    words = lambda numbers: " ".join(repr(float(n)) if isinstance(n, float) else str(n) for n in numbers)
    blocks = []
    for number, (columns, thresholds, left, right, outputs) in enumerate(trees):
        lines = {
            "num_leaves": input["leaves"],
            "num_cat": 0,
            "split_feature": words(columns.tolist()),
            "split_gain": words([1] * len(columns)),
            "threshold": words(thresholds.astype("f8").tolist()),
            "decision_type": words([8] * len(columns)),
            "left_child": words(left.tolist()),
            "right_child": words(right.tolist()),
            "leaf_value": words(outputs.tolist()),
            "leaf_weight": words([1] * len(outputs)),
            "leaf_count": words(counts[number][1]),
            "internal_value": words([0] * len(columns)),
            "internal_weight": words([0] * len(columns)),
            "internal_count": words(counts[number][0]),
            "is_linear": 0,
            "shrinkage": 1,
        }
        blocks.append(f"Tree={number}\n" + "\n".join(f"{key}={value}" for key, value in lines.items()) + "\n\n\n")
    names = " ".join(f"f{column}" for column in range(input["width"]))
    infos = " ".join(["[-9:9]"] * input["width"])
    head = f"tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx={input['width'] - 1}\nobjective=regression\nfeature_names={names}\nfeature_infos={infos}\ntree_sizes={' '.join(str(len(block)) for block in blocks)}\n\n"
    return lightgbm.Booster(model_str=head + "".join(blocks) + "end of trees\n")


def lightgbm_predict(input):
    numpy, values, trees = loaded(input)
    ones = [([1] * (input["leaves"] - 1), [1] * input["leaves"])] * len(trees)
    booster = lightgbm_booster(input, trees, ones)
    return answering(numpy, values, lambda rows: booster.predict(rows, num_threads=1, raw_score=True))


def lightgbm_contributions(input):
    """The sum of the absolute contributions of the features, the expected score aside."""
    numpy, values, trees = loaded(input)
    read = lambda name, each: numpy.fromfile(input[name], dtype="<f8").astype("i8").reshape(len(trees), each).tolist()
    counts = list(zip(read("covers", input["leaves"] - 1), read("leafCovers", input["leaves"])))
    booster = lightgbm_booster(input, trees, counts)
    return answering(numpy, values, lambda rows: booster.predict(rows, num_threads=1, pred_contrib=True)[:, :-1])


def xgboost_tree(number, width, columns, conditions, left, right, outputs):
    """Level by level, as XGBoost takes the right side to be the node after the left one."""
    order, children, parents = [0], {}, [2147483647]
    for node, old in enumerate(order):
        if old < 0:
            continue
        children[node] = len(order)
        order += [int(left[old]), int(right[old])]
        parents += [node, node]
    nodes = len(order)
    return {
        "base_weights": [0.0] * nodes,
        "categories": [],
        "categories_nodes": [],
        "categories_segments": [],
        "categories_sizes": [],
        "default_left": [0] * nodes,
        "id": number,
        "left_children": [children.get(node, -1) for node in range(nodes)],
        "right_children": [children[node] + 1 if node in children else -1 for node in range(nodes)],
        "loss_changes": [0.0] * nodes,
        "parents": parents,
        "split_conditions": [float(conditions[old]) if old >= 0 else float(outputs[~old]) for old in order],
        "split_indices": [int(columns[old]) if old >= 0 else 0 for old in order],
        "split_type": [0] * nodes,
        "sum_hessian": [1.0] * nodes,
        "tree_param": {"num_deleted": "0", "num_feature": str(width), "num_nodes": str(nodes), "size_leaf_vector": "1"},
    }


def xgboost_inplace(input):
    import json
    import tempfile

    import xgboost

    numpy, values, trees = loaded(input)
    made = []
    for number, (columns, thresholds, left, right, outputs) in enumerate(trees):
        made.append(xgboost_tree(number, input["width"], columns, numpy.nextafter(thresholds, numpy.float32(numpy.inf)), left, right, outputs))
    count = len(made)
    document = {
        "version": [3, 2, 0],
        "learner": {
            "attributes": {},
            "feature_names": [],
            "feature_types": [],
            "gradient_booster": {
                "name": "gbtree",
                "model": {
                    "gbtree_model_param": {"num_parallel_tree": "1", "num_trees": str(count)},
                    "iteration_indptr": list(range(count + 1)),
                    "tree_info": [0] * count,
                    "trees": made,
                },
            },
            "learner_model_param": {"base_score": "0E0", "boost_from_average": "0", "num_class": "0", "num_feature": str(input["width"]), "num_target": "1"},
            "objective": {"name": "reg:squarederror", "reg_loss_param": {"scale_pos_weight": "1"}},
        },
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        booster = xgboost.Booster({"nthread": 1}, model_file=file.name)
    booster.set_param({"nthread": 1})
    return answering(numpy, values, lambda rows: booster.inplace_predict(rows, predict_type="margin"))


def onnx_runtime(input):
    import onnx
    import onnxruntime

    numpy, values, trees = loaded(input)
    splits = input["leaves"] - 1
    flat = {key: [] for key in ["tree", "node", "mode", "feature", "value", "true", "false", "leaf_tree", "leaf_node", "weight"]}
    for number, (columns, thresholds, left, right, outputs) in enumerate(trees):
        place = lambda child: int(child) if child >= 0 else splits + ~int(child)
        flat["tree"] += [number] * (splits + len(outputs))
        flat["node"] += list(range(splits + len(outputs)))
        flat["mode"] += ["BRANCH_LEQ"] * splits + ["LEAF"] * len(outputs)
        flat["feature"] += columns.tolist() + [0] * len(outputs)
        flat["value"] += thresholds.tolist() + [0.0] * len(outputs)
        flat["true"] += [place(child) for child in left] + [0] * len(outputs)
        flat["false"] += [place(child) for child in right] + [0] * len(outputs)
        flat["leaf_tree"] += [number] * len(outputs)
        flat["leaf_node"] += list(range(splits, splits + len(outputs)))
        flat["weight"] += outputs.tolist()
    node = onnx.helper.make_node(
        "TreeEnsembleRegressor",
        ["x"],
        ["y"],
        domain="ai.onnx.ml",
        n_targets=1,
        nodes_treeids=flat["tree"],
        nodes_nodeids=flat["node"],
        nodes_modes=flat["mode"],
        nodes_featureids=flat["feature"],
        nodes_values=flat["value"],
        nodes_truenodeids=flat["true"],
        nodes_falsenodeids=flat["false"],
        target_ids=[0] * len(flat["weight"]),
        target_treeids=flat["leaf_tree"],
        target_nodeids=flat["leaf_node"],
        target_weights=flat["weight"],
    )
    info = onnx.helper.make_tensor_value_info
    x = info("x", onnx.TensorProto.FLOAT, [None, input["width"]])
    y = info("y", onnx.TensorProto.FLOAT, [None, 1])
    graph = onnx.helper.make_graph([node], "trees", [x], [y])
    opsets = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("ai.onnx.ml", 3)]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    made = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=8)
    session = onnxruntime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return answering(numpy, values, lambda rows: session.run(None, {"x": rows})[0])
