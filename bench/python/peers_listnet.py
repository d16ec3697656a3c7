"""ListNet with PyTorch: the data as one tensor of lists, autograd, torch.optim.LBFGS with its strong Wolfe line search."""


def pytorch(input, precision):
    import os

    import numpy
    import torch

    torch.set_num_threads(int(os.environ["BENCH_THREADS"]))
    kind = getattr(torch, precision)
    shape = (input["rows"] // input["length"], input["length"])
    x = torch.from_numpy(numpy.fromfile(input["features"], dtype="<f4")).reshape(*shape, input["width"]).to(kind)
    y = torch.from_numpy(numpy.fromfile(input["labels"], dtype="<f8")).reshape(shape).to(kind)
    flat = x.reshape(-1, input["width"])

    def train():
        target = torch.softmax(y, dim=1)
        w = torch.zeros(input["width"], dtype=kind, requires_grad=True)

        def objective():
            scores = torch.mv(flat, w).reshape(shape)
            loss = -(target * torch.log_softmax(scores, dim=1)).sum(dim=1).mean()
            return loss + input["lambda"] / 2 * torch.dot(w, w)

        first = torch.autograd.grad(objective(), w)[0].abs().max().item()
        optimizer = torch.optim.LBFGS([w], max_iter=1000, history_size=10, tolerance_grad=input["tolerance"] * first, tolerance_change=0, line_search_fn="strong_wolfe")

        def closure():
            optimizer.zero_grad()
            loss = objective()
            loss.backward()
            return loss

        optimizer.step(closure)
        return objective().item()

    return train


def pytorch_float32(input):
    return pytorch(input, "float32")


def pytorch_float64(input):
    return pytorch(input, "float64")
